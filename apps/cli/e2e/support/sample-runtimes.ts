import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ServedSample } from './served-samples';

const execute = promisify(execFile);

/** How the samples of one language run on this machine. */
export interface SampleRuntime {
  readonly label: string;
  /** The commands that the samples need and this machine lacks. */
  readonly missing: readonly string[];
  /** Writes the samples into the folder as printed, and compiles them. */
  prepare(samples: readonly ServedSample[], folder: string): Promise<void>;
  /** The command that runs a prepared sample, with its arguments. */
  commandOf(sample: ServedSample, folder: string): readonly [string, ...string[]];
}

/** Go's installer does not change the path of a shell. */
const go = isThere('go', 'version') ? 'go' : '/usr/local/go/bin/go';

/** The runtime of a language that needs no compiler. */
function interpreted(
  label: string,
  { ending, command, needs }: { ending: string; command: readonly [string, ...string[]]; needs: string[] },
): SampleRuntime {
  const fileOf = (sample: ServedSample, folder: string): string => join(folder, nameOf(sample) + ending);
  return {
    label,
    missing: needs.filter((name) => !isThere(name, '--version')),
    prepare: (samples, folder) => {
      for (const sample of samples) writeFileSync(fileOf(sample, folder), sample.source);
      return Promise.resolve();
    },
    commandOf: (sample, folder) => [...command, fileOf(sample, folder)],
  };
}

const compiledGo: SampleRuntime = {
  label: 'Go',
  missing: isThere(go, 'version') ? [] : ['go'],
  prepare: async (samples, folder) => {
    // One module and one build: most of the time goes into the packages that all samples share.
    const module = join(folder, 'go');
    mkdirSync(join(module, 'bin'), { recursive: true });
    writeFileSync(join(module, 'go.mod'), 'module samples\n\ngo 1.21\n');
    for (const sample of samples) {
      mkdirSync(join(module, nameOf(sample)));
      writeFileSync(join(module, nameOf(sample), 'main.go'), sample.source);
    }
    await execute(go, ['build', '-o', 'bin/', './...'], {
      cwd: module,
      env: {
        ...process.env,
        CGO_ENABLED: '0',
        GOCACHE: join(tmpdir(), 'go-build-of-code-samples'),
        GOFLAGS: '-mod=mod',
        GOPROXY: 'off',
        GOTOOLCHAIN: 'local',
      },
    });
  },
  commandOf: (sample, folder) => [join(folder, 'go/bin', nameOf(sample))],
};

export const sampleRuntimes: readonly SampleRuntime[] = [
  interpreted('curl', { ending: '.sh', command: ['sh', '-eu'], needs: ['curl', 'jq'] }),
  interpreted('TypeScript', { ending: '.mts', command: [process.execPath], needs: [] }),
  interpreted('Python', { ending: '.py', command: ['python3'], needs: ['python3'] }),
  compiledGo,
];

function nameOf({ surface, operationId }: ServedSample): string {
  return `${surface}-${operationId}`;
}

function isThere(command: string, version: string): boolean {
  return spawnSync(command, [version]).status === 0;
}
