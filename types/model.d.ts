// The model of a table page. `script/stage-types` writes this file from the contract; nobody else does.

declare namespace Model {
  /** One button with its form. */
  interface Action {
    tag: string;
    name: string;
    key: string;
    is_main: boolean;
    fixed_fields: Record<string, string>;
    fields: Field[];
    clauses: string[];
    command: string;
    note?: string;
    question?: string;
    consent?: string;
    variant?: string;
    at_once?: Record<string, string>;
    at_once_name?: string;
    why_not?: string;
  }
  /** A sum that the felt shows with its name: in the bank, in play, to be covered. */
  interface Amount {
    name: string;
    amount: number;
    owner?: string;
    id?: string;
  }
  /** What the viewer may do now, at one place that never moves: the usual next act first. */
  interface Ask {
    said?: string;
    main?: Action[];
    side?: Action[];
    more?: Action[];
    spots?: Spot[];
    rack?: Chip[];
    squeeze?: string;
    bet?: Bet | null;
    repeat?: string;
    has_repeat?: boolean;
    result?: Result | null;
    news?: Notice[];
    obstacles?: Notice[];
    posts?: Post[];
    notes?: LogLine[];
  }
  /** The act by which chips are laid: `field` is what names the spot; the browser adds spot and amount (cents). */
  interface Bet {
    tag: string;
    command: string;
    field: string;
  }
  /** A card: `face` as in the notation, empty where the viewer does not know it; `name` is what is read out. */
  interface Card {
    name: string;
    face?: string;
    number?: number;
    is_third?: boolean;
  }
  /** One mark of a road. `kind` is the winner, or in a derived road `red` or `blue`. */
  interface Cell {
    column: number;
    row: number;
    kind: string;
    ties?: number;
    pairs?: string;
  }
  /** A kind of chip of the rack. */
  interface Chip {
    value: number;
    colour: string;
    is_plaque?: boolean;
  }
  /** A clause: its rule in our words and where it comes from, read before its code. */
  interface Clause {
    id: string;
    rule: string;
    source?: string;
    lang?: string;
  }
  /** The time that runs for somebody: when it ends and how long it is in all, in milliseconds of the server. */
  interface Clock {
    name: string;
    ends: number;
    total: number;
    kind?: string;
    warning?: string;
    warns?: number;
  }
  interface Desk {
    slip?: SlipRow[];
    incidents?: OpenIncident[];
    ruling?: RulingForm | null;
    reports?: Action[];
    corrections?: Action[];
    proposals?: Proposal[];
    fate?: Fate | null;
    may_give_time?: boolean;
    send_to?: Post[];
    hand_back?: Post[];
    rulebook?: Action | null;
    log?: LogLine[];
    accidents?: Action[];
    noting?: Noting | null;
    link_for?: ([string, string])[];
  }
  /** A field of an effect, with what may be chosen: pairs of value and name. Without options it is a number. */
  interface EffectField {
    id: string;
    name: string;
    options?: ([string, string])[];
    minimum?: number;
    maximum?: number;
  }
  /** An effect that a ruling may have; `asks` names the fields that tell it whole. */
  interface EffectKind {
    id: string;
    name: string;
    asks?: string[];
  }
  /** A name with its value, in words. */
  interface Fact {
    name: string;
    value: string;
    is_warning?: boolean;
    about?: string;
  }
  /** What became of the viewer's proposal, until they have read it. */
  interface Fate {
    first: string;
    text: string;
    answer: string;
    is_done: boolean;
  }
  /** The table itself: what everybody sees, besides the faces that the viewer alone knows. */
  interface Felt {
    look: string;
    phase: string;
    croupier: string;
    said?: string[];
    earlier?: string[];
    waits?: string;
    absent?: string[];
    hands?: Hand[];
    loose?: Card[];
    result?: string;
    result_kind?: string;
    sums?: Amount[];
    asks?: string[];
    seats?: Seat[];
    spots?: string[];
    standers?: Seat[];
    waiting_list?: string[];
    clock?: Clock | null;
    shoe?: Fact[];
    shows?: Record<string, string>;
  }
  /** One thing to fill in. `options` are pairs of value and name; money is asked for in euros, `quick` amounts do the act at one touch. */
  interface Field {
    name: string;
    kind: "card" | "choice" | "money" | "number" | "text";
    options?: ([string, string])[];
    minimum?: number | null;
    maximum?: number | null;
    quick?: QuickAmount[];
    is_required?: boolean;
    title?: string;
    is_keyed?: boolean;
    of?: string;
    groups?: ([string, ([string, string])[]])[];
    unit?: number;
  }
  /** A hand on the felt; an empty one keeps its place. `is_past`: of the coup before. */
  interface Hand {
    id: string;
    name: string;
    owner?: string;
    total?: number | null;
    cards?: Card[];
    is_winner?: boolean;
    is_own?: boolean;
    is_past?: boolean;
    is_private?: boolean;
    note?: string;
  }
  interface LogLine {
    time: string;
    text: string;
  }
  /** What a viewer lacks of a page. A region that is here replaces the one before it as a whole. `v`: version of the table. `step`: where it stands. `now`: the server's time in milliseconds, by which a clock ends. `successor`: the table at which a closed one goes on. */
  interface Message {
    v: number;
    step: string;
    screen: "chief" | "croupier" | "player" | "public";
    now: number;
    regions: Regions;
    successor?: string;
  }
  /** One sentence that stays until it is no more so, with the clauses that it rests on. */
  interface Notice {
    text: string;
    tone?: "" | "down" | "even" | "stop" | "up";
    clauses?: Clause[];
  }
  /** What the croupier of a real table writes down for somebody: they touch a place, then say the act. `tag` is the act of noting; `coming` those by which somebody sits, stands and brings chips. `usual` are the acts of this phase; `rest` stands for everybody whose stakes are one total; `chips` is what somebody usually brings (cents). */
  interface Noting {
    tag: string;
    command: string;
    coming: [string, string, string];
    acts: Action[];
    usual: string[];
    people: ([string, string, number])[];
    rest?: string;
    rest_name?: string;
    chips?: number;
    last_seat?: number;
  }
  /** An incident that waits for its ruling, with the remedy that the rules propose, in sentences. */
  interface OpenIncident {
    title: string;
    note?: string;
    proposed?: string[];
    clauses?: Clause[];
    findings?: string[];
    remarks?: string[];
    mark?: string;
    pronounce?: Action | null;
    alternatives?: OtherRemedy[];
    may_find_own?: boolean;
  }
  /** Another remedy that a clause allows. `act` takes it, where the viewer may; `by`: the post that alone may. */
  interface OtherRemedy {
    sentences: string[];
    clauses?: Clause[];
    by?: string;
    act?: Action | null;
  }
  /** Chips that lie together: whose or for what, and how much. */
  interface Pile {
    name: string;
    amount?: number;
    id?: string;
    is_own?: boolean;
  }
  /** A post, and what the button says by which somebody comes to it. */
  interface Post {
    id: string;
    name: string;
  }
  /** A correction of two officials, before the second has confirmed it. */
  interface Proposal {
    first: string;
    text: string;
    waits: string;
    confirm?: Action | null;
    drop?: string;
  }
  /** An amount at one touch, in cents, and what it is («la mitad»). */
  interface QuickAmount {
    value: number;
    name?: string;
  }
  /** The upper edge: which table, its limits, who the viewer is and what they have. */
  interface Rail {
    title: string;
    table: string;
    facts?: Fact[];
    tags?: Fact[];
    me?: string;
    posts?: string[];
    seat?: number | null;
    chips?: number | null;
    chips_name?: string;
    purse?: number | null;
  }
  /** The regions of a page: all of them in the first message, afterwards those that differ from what was sent. */
  interface Regions {
    rail?: Rail;
    felt?: Felt;
    ask?: Ask;
    roads?: Roads;
    why?: Why;
    desk?: Desk | null;
  }
  /** What the last coup brought the viewer, bet by bet. */
  interface Result {
    lines: string[];
    net: number;
    tone: "" | "down" | "even" | "stop" | "up";
  }
  /** What came out of this shoe: five roads and the counts. They say nothing about what comes. */
  interface Roads {
    bead?: Cell[];
    big?: Cell[];
    big_eye?: Cell[];
    small?: Cell[];
    cockroach?: Cell[];
    counts?: Fact[];
    lines?: Fact[];
    has_plates?: boolean;
  }
  /** The form of a ruling of one's own; `mark` is what it confirms: no other incident is ruled by it. */
  interface RulingForm {
    action: Action;
    mark: string;
    is_proposed: boolean;
    effects: EffectKind[];
    fields: EffectField[];
  }
  /** A numbered place, or somebody on their feet (`number` 0, `behind` a place). */
  interface Seat {
    number: number;
    name: string;
    is_taken?: boolean;
    is_own?: boolean;
    is_machine?: boolean;
    is_away?: boolean;
    is_banker?: boolean;
    is_holder?: boolean;
    is_asked?: boolean;
    behind?: number;
    marks?: string[];
    piles?: Pile[];
  }
  /** A bet to be collected or paid: whose and which, how much it brings, what the house keeps of that. */
  interface SlipRow {
    seat: string;
    name: string;
    bet: string;
    stake: number;
    outcome: string;
    tone?: "" | "down" | "even" | "stop" | "up";
    pays?: number;
    deduction?: number;
  }
  /** A bet spot of the viewer: what lies there, and what may be staked: `least`, or that with whole `unit` more. `why_not` says why nothing may. */
  interface Spot {
    id: string;
    name: string;
    key?: string;
    own?: number;
    total?: number;
    least?: number;
    most?: number;
    unit?: number;
    why_not?: string;
    lay?: Action | null;
    back?: Action | null;
    back_most?: number;
  }
  /** The clauses in force at this step, as far as the viewer may know them. */
  interface Why {
    clauses?: Clause[];
  }
}
