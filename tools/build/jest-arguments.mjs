/** The arguments of Node that run Jest with a configuration. */
export function jestArguments(config, ...options) {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  return [...flags, 'node_modules/jest/bin/jest.js', '-c', config, ...options];
}
