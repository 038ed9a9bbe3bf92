// The part of uqr that our modules use.
export interface Options {
  /** How much of the code may be covered: 7, 15, 25 or 30 per cent. */
  ecc?: "L" | "M" | "Q" | "H";
  /** The width of the quiet zone, in modules. */
  border?: number;
}
export interface Code {
  version: number;
  size: number;
  data: boolean[][];
}
export function encode(text: string | readonly number[], options?: Options): Code;
export function renderSVG(
  text: string | readonly number[],
  options?: Options & { pixelSize?: number; whiteColor?: string; blackColor?: string },
): string;
