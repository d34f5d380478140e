/**
 * A script that removes what browsers got after the oldest supported versions (`browserslist` in package.json) and before today.
 * A page runs it before its own scripts.
 */
export const olderEngine = `{
  const remove = (owner, ...names) => names.forEach((name) => delete owner?.[name]);
  remove(Promise, 'try');
  remove(Map.prototype, 'getOrInsert', 'getOrInsertComputed');
  remove(WeakMap.prototype, 'getOrInsert', 'getOrInsertComputed');
  remove(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom');
  remove(Uint8Array, 'fromBase64', 'fromHex');
  remove(Uint8Array.prototype, 'toBase64', 'toHex', 'setFromBase64', 'setFromHex');
  remove(ReadableStream.prototype, Symbol.asyncIterator, 'values');
  remove(ReadableStream, 'from');
  remove(Response.prototype, 'bytes');
  remove(Blob.prototype, 'bytes');
  remove(URL, 'parse');
  remove(AbortSignal, 'any');
  remove(RegExp, 'escape');
  remove(Math, 'sumPrecise', 'f16round');
  remove(Error, 'isError');
  remove(globalThis, 'Iterator', 'Float16Array', 'Temporal');
}`;
