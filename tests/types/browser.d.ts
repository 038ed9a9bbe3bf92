// Features of browsers that the compiler's own list does not have yet.
interface WakeLockSentinel extends EventTarget {
  release(): Promise<void>;
}
interface Navigator {
  /** On trusted origins only. */
  readonly wakeLock?: { request(type: "screen"): Promise<WakeLockSentinel> };
}
