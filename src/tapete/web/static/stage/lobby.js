// The lobby: a tile a table, drawn from its model and kept by its stream.

import { html, render, useEffect, useState } from "../vendor/preact-htm.module.js";
import { Tile } from "./tile.js";
import { follow } from "./wire.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const first = read("model");

function Lobby() {
  const [{ order, tiles, own }, set] = useState(first);
  useEffect(() => {
    follow("", { rests: true, onMessage: (told) => set((before) => ({ ...told, tiles: { ...before.tiles, ...told.tiles } })) });
    const there = location.hash && document.getElementById(location.hash.slice(1));
    if (there) there.scrollIntoView();
  }, []);
  return html`<ul class="tiles">${order.map((one) => html`<${Tile} tile=${tiles[one]} own=${own[one]} isNamed=${order.some((other) => other !== one && tiles[other].title === tiles[one].title)} key=${one} />`)}</ul>`;
}

const box = document.getElementById("tables");
box.textContent = "";
render(html`<${Lobby} />`, box);
