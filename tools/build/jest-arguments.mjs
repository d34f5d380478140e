/** The arguments of Node that run Jest with a configuration. `load-typescript.mjs` compiles, not Node. */
export function jestArguments(config, ...options) {
  return ['--no-strip-types', 'node_modules/jest/bin/jest.js', '-c', config, ...options];
}
