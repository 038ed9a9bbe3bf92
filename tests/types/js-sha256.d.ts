// The part of js-sha256 that our modules use.
interface Hash {
  (message: string | ArrayBuffer | Uint8Array): string;
  arrayBuffer(message: string | ArrayBuffer | Uint8Array): ArrayBuffer;
}
export const sha256: Hash;
