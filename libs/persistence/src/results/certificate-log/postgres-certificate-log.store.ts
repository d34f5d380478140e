import {
  CertificateLogStore,
  type LoggedCredential,
  type PublishedCheckpoint,
  type UnprovenEntry,
} from '@governance/assessments';
import { type Database, lockOfTransaction, type RunStatement } from '@governance/postgres';
import { GrowingTree, type TileReader } from '@governance/transparency';
import { LogTileReader } from './log-tile-reader';

const hashOf = `sha256(convert_to($2, 'UTF8'))`;

const recordCredential = {
  name: 'record-logged-credential',
  text: `
    INSERT INTO certificate_log_records (result_id, kind, credential_sha256) VALUES ($1, 'issued', ${hashOf})
    ON CONFLICT DO NOTHING`,
};

const isWaiting = {
  name: 'is-certificate-log-record-waiting',
  text: `SELECT FROM certificate_log_records WHERE entry IS NULL LIMIT 1`,
};

const lockLog = { name: 'lock-certificate-log', text: lockOfTransaction('certificate-log') };

const selectSize = {
  name: 'select-certificate-log-size',
  text: `SELECT coalesce(max(entry) + 1, 0) AS size FROM certificate_log_entries`,
};

/** Records at once: a batch of one request for a tile. */
const lot = 256;

/** The entry is as `logEntryText` of the verifier makes it. */
const appendWaiting = {
  name: 'append-to-certificate-log',
  text: String.raw`
    WITH waiting AS (
      SELECT id, result_id, kind, credential_sha256, salt FROM certificate_log_records
      WHERE entry IS NULL ORDER BY id LIMIT ${lot} FOR UPDATE),
    numbered AS (
      SELECT *, $1 + row_number() OVER (ORDER BY id)::integer - 1 AS number FROM waiting),
    logged AS (
      UPDATE certificate_log_records AS record SET entry = number FROM numbered WHERE record.id = numbered.id)
    INSERT INTO certificate_log_entries (entry, content)
    SELECT number, convert_to($2 || ' ' || encode(sha256(convert_to(
      concat(E'certificate-log/v1\n', kind, E'\n', result_id, E'\n', encode(salt, 'base64'), E'\n',
        encode(credential_sha256, 'base64'), E'\n'), 'UTF8')), 'base64'), 'UTF8')
    FROM numbered ORDER BY number
    RETURNING entry, sha256('\x00'::bytea || content) AS hash`,
};

const keepTiles = {
  name: 'keep-certificate-log-tiles',
  text: `
    INSERT INTO certificate_log_tiles (level, tile_index, hashes)
    SELECT level, tile_index, hashes
    FROM unnest($1::integer[], $2::integer[], $3::bytea[]) AS tile (level, tile_index, hashes)
    ON CONFLICT (level, tile_index) DO UPDATE SET hashes = excluded.hashes`,
};

const selectPublished = {
  name: 'select-published-checkpoint',
  text: `SELECT size, note, trust FROM certificate_log_checkpoint`,
};

const publishCheckpoint = {
  name: 'publish-checkpoint',
  text: `
    INSERT INTO certificate_log_checkpoint AS published (size, note, trust, published_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (is_only) DO UPDATE
    SET size = excluded.size, note = excluded.note, trust = excluded.trust, published_at = excluded.published_at
    WHERE published.size <= excluded.size`,
};

const selectUnproven = {
  name: 'select-unproven-entries',
  text: `
    SELECT record.entry, salt || substring(content FOR ${'2026-11-28T06:35Z'.length}) AS extra
    FROM certificate_log_records AS record JOIN certificate_log_entries AS logged ON logged.entry = record.entry
    WHERE proof IS NULL AND salt IS NOT NULL AND record.entry < $1 ORDER BY record.entry LIMIT ${lot}`,
};

/** Rows are locked in one order. The salt of an erased record is gone, and so is the use of its proof. */
const keepProofs = {
  name: 'keep-log-proofs',
  text: `
    WITH proven AS (SELECT * FROM unnest($1::integer[], $2::text[]) AS made (entry, proof)),
    free AS (
      SELECT entry FROM certificate_log_records
      WHERE entry = ANY($1) AND proof IS NULL AND salt IS NOT NULL ORDER BY id FOR UPDATE)
    UPDATE certificate_log_records AS record SET proof = proven.proof
    FROM free JOIN proven USING (entry) WHERE record.entry = free.entry`,
};

const findProof = {
  name: 'find-log-proof',
  text: `
    SELECT entry, proof FROM certificate_log_records
    WHERE result_id = $1 AND kind = 'issued' AND credential_sha256 = ${hashOf}
      AND salt IS NOT NULL AND proof IS NOT NULL`,
};

const selectWaitingSince = {
  name: 'select-log-waiting-since',
  text: `
    SELECT least(
      (SELECT min(recorded_at) FROM certificate_log_records WHERE entry IS NULL),
      (SELECT min(recorded_at) FROM certificate_log_records WHERE proof IS NULL AND salt IS NOT NULL)) AS since`,
};

/** The worker's side of the log. */
export class PostgresCertificateLogStore extends CertificateLogStore {
  constructor(private readonly database: Database) {
    super();
  }

  async record(resultId: string, credential: string): Promise<void> {
    await this.database.query(recordCredential, [resultId, credential]);
  }

  async append(now: Date): Promise<number> {
    const { rowCount } = await this.database.query(isWaiting);
    return rowCount === 0 ? 0 : this.database.inTransaction((query) => appendWithin(query, now));
  }

  async size(): Promise<number> {
    return sizeWithin(this.database.query);
  }

  tiles(): TileReader {
    return new LogTileReader(this.database.query);
  }

  async published(): Promise<PublishedCheckpoint | undefined> {
    const { rows } = await this.database.query<PublishedCheckpoint & object>(selectPublished);
    return rows[0];
  }

  async publish({ size, note, trust, at }: PublishedCheckpoint & { readonly at: Date }): Promise<void> {
    await this.database.query(publishCheckpoint, [size, note, trust, at]);
  }

  async unproven(size: number): Promise<readonly UnprovenEntry[]> {
    const { rows } = await this.database.query<UnprovenEntry & object>(selectUnproven, [size]);
    return rows;
  }

  async keepProofs(proofs: readonly LoggedCredential[]): Promise<void> {
    if (proofs.length === 0) return;
    await this.database.query(keepProofs, [
      proofs.map(({ entry }) => entry),
      proofs.map(({ proof }) => proof),
    ]);
  }

  async find(resultId: string, credential: string): Promise<LoggedCredential | undefined> {
    const { rows } = await this.database.query<LoggedCredential & object>(findProof, [resultId, credential]);
    return rows[0];
  }

  async waitingSince(): Promise<Date | undefined> {
    const { rows } = await this.database.query<{ since: Date | null }>(selectWaitingSince);
    return rows[0]?.since ?? undefined;
  }
}

async function sizeWithin(query: RunStatement): Promise<number> {
  const { rows } = await query<{ size: number }>(selectSize);
  return rows[0]?.size ?? 0;
}

async function appendWithin(query: RunStatement, now: Date): Promise<number> {
  await query(lockLog);
  const size = await sizeWithin(query);
  const tree = await GrowingTree.open(new LogTileReader(query), size);
  const minute = `${now.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)}Z`;
  const { rows } = await query<{ entry: number; hash: Buffer }>(appendWaiting, [size, minute]);
  for (const { hash } of rows.toSorted((one, other) => one.entry - other.entry)) tree.append(hash);
  const tiles = tree.takeTiles().filter(({ level }) => level > 0);
  if (tiles.length > 0)
    await query(keepTiles, [
      tiles.map(({ level }) => level),
      tiles.map(({ index }) => index),
      tiles.map(({ hashes }) => hashes),
    ]);
  return rows.length;
}
