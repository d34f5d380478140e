/** What a bundle begins with whose code has been through `nameClassesAlone`. */
export const unnamed = 'const __same = (target) => target;';

/**
 * A bundle in which esbuild (`keepNames`) gives back to classes alone the names that it may have changed: they count while a
 * program runs. It names functions too, again each time one is made, which leaves a property behind with which much is
 * slow, and all of it together is a twentieth of a request. Both calls are equally long, for the source map.
 */
export function nameClassesAlone(code) {
  // A class is named by a static block of its own, where it is `this`.
  return code.replaceAll(/(?<![\w$.])__name\((?!this,)/g, '__same(');
}
