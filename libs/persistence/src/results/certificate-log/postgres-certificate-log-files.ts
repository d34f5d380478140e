import { CertificateLogFiles } from '@governance/assessments';
import { type Database } from '@governance/postgres';
import { entryBundle, type Tile, tileOf } from '@governance/transparency';
import { LogTileReader } from './log-tile-reader';

const hashBytes = 32;

const selectCheckpoint = {
  name: 'select-certificate-log-checkpoint',
  text: `SELECT size, note, trust FROM certificate_log_checkpoint`,
};

const selectEntries = {
  name: 'select-certificate-log-entries',
  text: `SELECT content FROM certificate_log_entries WHERE entry >= $1 AND entry < $2 ORDER BY entry`,
};

interface Row {
  readonly size: number;
  readonly note: string;
  readonly trust: string;
}

/** The surface's side of the log: what lies below the published checkpoint. */
export class PostgresCertificateLogFiles extends CertificateLogFiles {
  constructor(private readonly database: Database) {
    super();
  }

  async checkpoint(): Promise<string | undefined> {
    return (await this.published())?.note;
  }

  async trust(): Promise<string | undefined> {
    return (await this.published())?.trust;
  }

  async tile(tile: Tile): Promise<Uint8Array | undefined> {
    if (!(await this.has(tile))) return undefined;
    const [hashes] = await new LogTileReader(this.database.query).read([tile]);
    return hashes?.subarray(0, tile.width * hashBytes);
  }

  async entries({ index, width }: Omit<Tile, 'level'>): Promise<Uint8Array | undefined> {
    if (!(await this.has({ level: 0, index, width }))) return undefined;
    const from = index * 256;
    const { rows } = await this.database.query<{ content: Buffer }>(selectEntries, [from, from + width]);
    return entryBundle(rows.map(({ content }) => content));
  }

  /** A tile can be asked for in each width that it has had. */
  private async has({ level, index, width }: Tile): Promise<boolean> {
    const published = await this.published();
    return width <= tileOf(published?.size ?? 0, { level, index }).width;
  }

  private async published(): Promise<Row | undefined> {
    const { rows } = await this.database.query<Row & object>(selectCheckpoint);
    return rows[0];
  }
}
