// The part of signature_pad that our modules use.
export interface Point {
  x: number;
  y: number;
  pressure: number;
  time: number;
}
export interface Options {
  minWidth?: number;
  maxWidth?: number;
  penColor?: string;
  backgroundColor?: string;
}
export interface Stroke extends Options {
  points: Point[];
}
export default class SignaturePad extends EventTarget {
  penColor: string;
  constructor(canvas: HTMLCanvasElement, options?: Options);
  clear(): void;
  isEmpty(): boolean;
  toData(): Stroke[];
  fromData(strokes: Stroke[], options?: { clear?: boolean }): void;
  toDataURL(type?: string): string;
  toSVG(): string;
  on(): void;
  off(): void;
}
