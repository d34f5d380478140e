const lengthBytes = 2;
/** An entry of at most this many bytes: its length has two bytes. */
export const longestEntry = 0xffff;

/** Entries as C2SP tlog-tiles serves them: each after its length. @throws RangeError for one that is too long */
export function entryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((length, entry) => length + lengthBytes + entry.length, 0));
  const view = new DataView(bundle.buffer);
  let at = 0;
  for (const entry of entries) {
    if (entry.length > longestEntry) throw new RangeError(`An entry has ${entry.length} bytes`);
    view.setUint16(at, entry.length);
    bundle.set(entry, at + lengthBytes);
    at += lengthBytes + entry.length;
  }
  return bundle;
}

/** The entries of a bundle. @throws RangeError when it is cut off */
export function entriesOf(bundle: Uint8Array): readonly Uint8Array[] {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const from = at + lengthBytes;
    at = from + view.getUint16(at);
    if (at > bundle.length) throw new RangeError('A bundle of entries is cut off');
    entries.push(bundle.subarray(from, at));
  }
  return entries;
}
