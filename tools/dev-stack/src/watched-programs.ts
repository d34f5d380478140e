/** The services and workers of the stack, with their debugger ports. */
const debuggerPorts = {
  'public-api/main': 9229,
  'public-api/worker': 9230,
  'platform-api/main': 9231,
  'platform-api/worker': 9232,
  'identity-provider/main': 9233,
} as const;

/** Programs that are rebuilt and restarted when their source changes, each with the port of its debugger. */
export type WatchedPrograms = ReadonlyMap<string, number>;

/**
 * The programs selected by `npm run dev -- [PROGRAM…]`: `public-api/worker`, or `public-api` for all of that app; all
 * programs by default. @throws for an unknown name.
 */
export function watchedPrograms(names: readonly string[]): WatchedPrograms {
  const all = Object.entries(debuggerPorts);
  const isNamed = (program: string, name: string): boolean =>
    program === name || program.startsWith(`${name}/`);
  const unknown = names.find((name) => !all.some(([program]) => isNamed(program, name)));
  if (unknown !== undefined) {
    throw new Error(`Unknown program ${unknown}. Programs: ${all.map(([program]) => program).join(', ')}.`);
  }
  return new Map(
    all.filter(([program]) => names.length === 0 || names.some((name) => isNamed(program, name))),
  );
}

/** Node options of a watched program: restart when its built file changes, and open its debugger. */
export function watchArguments(port: number): readonly string[] {
  // The port is in the summary; without this option Node prints it after every restart.
  return ['--watch', '--watch-preserve-output', `--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'];
}
