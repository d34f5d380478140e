import { verifierKey } from '@governance/transparency';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWitnessKey } from '../../../apps/witness/src/witness-key';
import { type ProgramGroup } from './program-group';
import { type StackWitness } from './stack-description';
import { type StackFiles } from './stack-files';
import { type StackSettings } from './stack-settings';

interface Place {
  readonly name: string;
  readonly port: number;
}

interface StackWitnessesOptions {
  readonly settings: StackSettings;
  readonly files: StackFiles;
  readonly group: ProgramGroup;
}

/** Two witnesses of public logs, each with its own key and memory. Their keys are made at the first start. */
export class StackWitnesses {
  private readonly places: readonly Place[];

  constructor(private readonly options: StackWitnessesOptions) {
    const { FIRST_WITNESS_PORT, SECOND_WITNESS_PORT } = options.settings;
    this.places = [FIRST_WITNESS_PORT, SECOND_WITNESS_PORT].map((port, index) => ({
      name: `localhost/witness-${index + 1}`,
      port,
    }));
  }

  /** `logKey` is the verifier key of the certificate log. */
  async prepare(logKey: string): Promise<void> {
    const { files } = this.options;
    mkdirSync(files.witnesses, { recursive: true, mode: 0o700 });
    writeFileSync(files.witnessedLogs, `${logKey}\n`);
    await Promise.all(this.places.map((place) => this.create(place)));
    writeFileSync(files.witnessPolicy, this.policy());
  }

  /** The certificate log needs both. */
  private policy(): string {
    const lines = this.describe().map(
      ({ url, verifierKey: key }, index) => `witness w${index + 1} ${key} ${url}`,
    );
    return [...lines, 'group both all w1 w2', 'quorum both', ''].join('\n');
  }

  /** Resolves when both answer. */
  async start(): Promise<void> {
    const { group } = this.options;
    await Promise.all(
      this.places.map((place, index) =>
        group.start(
          {
            name: `witness ${index + 1}`,
            script: ['apps/witness/main.js'],
            env: { ...this.settingsOf(place), PORT: String(place.port) },
          },
          `http://localhost:${place.port}/health`,
        ),
      ),
    );
  }

  describe(): readonly StackWitness[] {
    return this.places.map((place) => ({
      url: `http://localhost:${place.port}`,
      verifierKey: verifierKey(readWitnessKey(this.settingsOf(place).KEY_FILE, place.name), 'cosignature'),
    }));
  }

  private async create(place: Place): Promise<void> {
    const env = this.settingsOf(place);
    if (existsSync(env.KEY_FILE) && existsSync(env.STATE_FILE)) return;
    await this.options.group.run({ name: 'init', script: ['apps/witness/init.js'], env });
  }

  private settingsOf({
    name,
  }: Place): Readonly<Record<'WITNESS_NAME' | 'KEY_FILE' | 'STATE_FILE' | 'LOGS_FILE', string>> {
    const { witnesses, witnessedLogs } = this.options.files;
    const file = join(witnesses, name.slice(name.indexOf('/') + 1));
    return {
      WITNESS_NAME: name,
      KEY_FILE: `${file}.pem`,
      STATE_FILE: `${file}.sqlite`,
      LOGS_FILE: witnessedLogs,
    };
  }
}
