// The part of idb that our modules use: the browser's database with promises. Schema: store name -> its key and value.
export interface DBSchema {
  [store: string]: { key: IDBValidKey; value: unknown; indexes?: Record<string, IDBValidKey> };
}
type Name<S extends DBSchema> = Extract<keyof S, string>;
type Key<S extends DBSchema, N extends Name<S>> = S[N]["key"];
type Value<S extends DBSchema, N extends Name<S>> = S[N]["value"];
type Query<S extends DBSchema, N extends Name<S>> = Key<S, N> | IDBKeyRange;

export interface Store<S extends DBSchema, N extends Name<S>> {
  get(query: Query<S, N>): Promise<Value<S, N> | undefined>;
  getAll(query?: Query<S, N> | null, count?: number): Promise<Value<S, N>[]>;
  getAllKeys(query?: Query<S, N> | null, count?: number): Promise<Key<S, N>[]>;
  count(query?: Query<S, N> | null): Promise<number>;
  add(value: Value<S, N>, key?: Key<S, N>): Promise<Key<S, N>>;
  put(value: Value<S, N>, key?: Key<S, N>): Promise<Key<S, N>>;
  delete(query: Query<S, N>): Promise<void>;
  clear(): Promise<void>;
  createIndex(name: string, path: string | string[], options?: IDBIndexParameters): unknown;
  index(name: string): Index<S, N>;
}
export interface Index<S extends DBSchema, N extends Name<S>> {
  get(query: IDBValidKey | IDBKeyRange): Promise<Value<S, N> | undefined>;
  getAll(query?: IDBValidKey | IDBKeyRange | null, count?: number): Promise<Value<S, N>[]>;
  count(query?: IDBValidKey | IDBKeyRange | null): Promise<number>;
}
export interface Transaction<S extends DBSchema> {
  readonly done: Promise<void>;
  readonly store: Store<S, Name<S>>;
  objectStore<N extends Name<S>>(name: N): Store<S, N>;
  abort(): void;
}
export interface IDBPDatabase<S extends DBSchema = DBSchema> {
  readonly version: number;
  readonly objectStoreNames: DOMStringList;
  get<N extends Name<S>>(store: N, query: Query<S, N>): Promise<Value<S, N> | undefined>;
  getAll<N extends Name<S>>(store: N, query?: Query<S, N> | null, count?: number): Promise<Value<S, N>[]>;
  getAllKeys<N extends Name<S>>(store: N, query?: Query<S, N> | null, count?: number): Promise<Key<S, N>[]>;
  getAllFromIndex<N extends Name<S>>(store: N, index: string, query?: IDBValidKey | IDBKeyRange | null): Promise<Value<S, N>[]>;
  count<N extends Name<S>>(store: N, query?: Query<S, N> | null): Promise<number>;
  add<N extends Name<S>>(store: N, value: Value<S, N>, key?: Key<S, N>): Promise<Key<S, N>>;
  put<N extends Name<S>>(store: N, value: Value<S, N>, key?: Key<S, N>): Promise<Key<S, N>>;
  delete<N extends Name<S>>(store: N, query: Query<S, N>): Promise<void>;
  clear<N extends Name<S>>(store: N): Promise<void>;
  transaction<N extends Name<S>>(stores: N | N[], mode?: "readonly" | "readwrite", options?: IDBTransactionOptions): Transaction<S>;
  createObjectStore<N extends Name<S>>(name: N, options?: IDBObjectStoreParameters): Store<S, N>;
  deleteObjectStore(name: Name<S>): void;
  close(): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
}
export interface Callbacks<S extends DBSchema> {
  upgrade?(database: IDBPDatabase<S>, from: number, to: number | null, transaction: Transaction<S>): void;
  blocked?(): void;
  blocking?(): void;
  terminated?(): void;
}
export function openDB<S extends DBSchema = DBSchema>(name: string, version?: number, callbacks?: Callbacks<S>): Promise<IDBPDatabase<S>>;
export function deleteDB(name: string): Promise<void>;
