// Programs that run in the background, each with a log in the folder of the group.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** On a busy machine. */
const startMs = 180_000;

export class ProgramGroup {
  #children = [];

  constructor(folder) {
    this.folder = folder;
  }

  start(program, args, { env = process.env } = {}) {
    const name = basename(program);
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    const child = spawn(program, args, { cwd: this.folder, env, stdio: ['ignore', log, log] });
    closeSync(log);
    this.#children.push(
      Object.assign(child, { name, ended: once(child, 'exit').catch((error) => (child.failure = error)) }),
    );
  }

  /** Resolves when `check` holds. Rejects with the end of a log if a program ends, or if it takes too long. */
  async until(what, check) {
    const deadline = Date.now() + startMs;
    while (!(await check())) {
      const ended = this.#children.find((child) => hasEnded(child));
      if (ended || Date.now() > deadline) {
        const { name, failure } = ended ?? this.#children.at(-1);
        const log = failure?.message ?? readFileSync(join(this.folder, `${name}.log`), 'utf8').slice(-2_000);
        throw new Error(`${what}: ${name} ${ended ? 'ended' : 'is not ready'}:\n${log}`);
      }
      await delay(200);
    }
  }

  /** The last one first. */
  async stop() {
    for (const child of this.#children.toReversed()) {
      if (!hasEnded(child)) child.kill('SIGKILL');
      await child.ended;
    }
  }
}

function hasEnded({ exitCode, signalCode, failure }) {
  return exitCode !== null || signalCode !== null || failure !== undefined;
}
