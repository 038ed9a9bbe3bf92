// What our modules use of js-sha256.
interface Hash {
  (message: string | ArrayBuffer | Uint8Array): string;
  arrayBuffer(message: string | ArrayBuffer | Uint8Array): ArrayBuffer;
}
export const sha256: Hash;
