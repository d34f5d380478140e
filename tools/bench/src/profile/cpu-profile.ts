/** What `node --cpu-prof` writes, and the inspector. Lines count from 0. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  /** Ids of nodes; the time since the sample before, in microseconds, has the same place in `timeDeltas`. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

export interface ProfileShare {
  /** A package, `Node.js` with what is native, `garbage collection`, or `our code`. */
  readonly part: string;
  /** Of the time in which the program was not idle: 0 to 1. */
  readonly share: number;
}

/**
 * Where the time went in a bundle, by package, the largest share first. Time counts for the function that ran, not for its
 * callers. `moduleAt` names the module that stands at a line of the bundle.
 */
export function profileShares(
  { nodes, samples, timeDeltas }: CpuProfile,
  moduleAt: (line: number) => string,
): readonly ProfileShare[] {
  const parts = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame, moduleAt)]));
  const times = new Map<string, number>();
  samples.forEach((id, place) => {
    const part = parts.get(id);
    if (part !== undefined) times.set(part, (times.get(part) ?? 0) + (timeDeltas[place] ?? 0));
  });
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([part, time]) => ({ part, share: time / total }))
    .toSorted((one, other) => other.share - one.share);
}

/** What ran that is no part of the program: nothing, and the profiler itself. */
const notCounted = ['(idle)', 'post'];

function partOf(
  { functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame'],
  moduleAt: (line: number) => string,
): string | undefined {
  if (notCounted.includes(functionName)) return undefined;
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url === '' || url.startsWith('node:')) return 'Node.js';
  const [, installed] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(moduleAt(lineNumber)) ?? [];
  return installed ?? 'our code';
}

/** Which module stands at a line: esbuild writes its path above each. */
export function modulesOf(bundle: string): (line: number) => string {
  const modules: string[] = [];
  let module = '';
  for (const line of bundle.split('\n')) {
    module = /^\/\/ ((?:node_modules|libs|apps|tools)\/.*)$/.exec(line)?.[1] ?? module;
    modules.push(module);
  }
  return (line) => modules[line] ?? '';
}
