import { checkEd25519, createProgramLog } from '@governance/runtime';
import { FixedClock, temporaryFolder } from '@governance/testing';
import { noteVerifier, verifierKey } from '@governance/transparency';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { knownLogs } from '../src/known-logs';
import { StateFile } from '../src/state-file';
import { Witness } from '../src/witness';
import { createKeyFile, readWitnessKey } from '../src/witness-key';

export type LogLine = Readonly<Record<string, unknown>>;

/** A witness in this process, whose files stay when it ends. */
export class TestWitness {
  readonly folder = temporaryFolder('witness');
  readonly stateFile = join(this.folder, 'state.sqlite');
  readonly keyFile = join(this.folder, 'key.pem');
  readonly clock = new FixedClock();
  readonly lines: LogLine[] = [];
  private state: StateFile | undefined;

  constructor(
    private readonly logs: readonly string[],
    private readonly name = 'witness.example/w1',
  ) {
    createKeyFile(this.keyFile);
    StateFile.create(this.stateFile, {
      verifierKey: this.verifierKey,
      at: this.clock.now(),
      isForgetful: false,
    });
  }

  get key(): ReturnType<typeof readWitnessKey> {
    return readWitnessKey(this.keyFile, this.name);
  }

  get verifierKey(): string {
    return verifierKey(this.key, 'cosignature');
  }

  get verifier(): ReturnType<typeof noteVerifier> {
    return noteVerifier(this.verifierKey, checkEd25519);
  }

  openState(): Promise<StateFile> {
    return StateFile.open(this.stateFile, this.verifierKey, this.verifier);
  }

  /** Starts, or starts again as after a crash: with what is on the disk. */
  async start(): Promise<Witness> {
    this.stop();
    this.state = await this.openState();
    const log = createProgramLog(
      { program: 'witness', level: 'info' },
      { write: (line) => void this.lines.push(JSON.parse(line) as LogLine) },
    );
    const logs = knownLogs(this.logs.join('\n'), checkEd25519);
    return new Witness({ key: this.key, logs, state: this.state, clock: this.clock, log });
  }

  stop(): void {
    this.state?.close();
    this.state = undefined;
  }

  remove(): void {
    this.stop();
    rmSync(this.folder, { recursive: true });
  }
}
