// What browsers have and the compiler's own list does not know yet.
interface WakeLockSentinel extends EventTarget {
  release(): Promise<void>;
}
interface Navigator {
  /** On trusted origins only. */
  readonly wakeLock?: { request(type: "screen"): Promise<WakeLockSentinel> };
}
