// What our modules use of uqr.
export interface Options {
  /** How much of the code may be covered: 7, 15, 25 or 30 per cent. */
  ecc?: "L" | "M" | "Q" | "H";
  /** Modules of quiet zone around it. */
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
