// What the modules take from the drawing library.

export type Node = object | string | number | boolean | null | undefined;
export function html(strings: TemplateStringsArray, ...values: unknown[]): Node;
export function render(node: Node, parent: Element): void;
export function createContext<T>(value: T): { Provider: (props: { value: T; children?: Node }) => Node };
export function useContext(context: { Provider: unknown }): any;
export function useState<T>(first: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
export function useRef<T>(first: T): { current: T };
export function useMemo<T>(make: () => T, when: unknown[]): T;
export function useEffect(act: () => void | (() => void), when?: unknown[]): void;
export function useLayoutEffect(act: () => void | (() => void), when?: unknown[]): void;
