import {
  answersOf,
  type EarlierReview,
  type Evidence,
  mostEarlier,
  OrgReviewPacks,
  type PrintedPack,
  type ReviewPack,
  ReviewPackStore,
  textOfPack,
} from '@governance/assessments';
import { type OrgViewer } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { type Database, type RunStatement } from '@governance/postgres';
import { type Answers, type Mode, publishedRubrics, type Tier } from '@governance/rubric';
import { traceparent } from '@governance/tracing';
import { createHash, randomUUID } from 'node:crypto';
import { asViewer } from '../access/scoped-transactions';
import { jobOfTrace } from '../job-of-trace';
import { lockKey } from '../key-lock';
import { resultSeal } from '../results/result-row';
import { openedPack, packSeal, type ReviewPackRow, sealedPack } from './review-pack-rows';

const selectNewest = {
  name: 'select-result-to-review',
  text: `
    SELECT result.id, result.created_at, result.mode, result.rubric_version, answers, evidence
    FROM org_results AS attached JOIN attached_results AS result ON result.id = attached.result_id
    WHERE attached.org_id = $1 AND attached.client_id = $2 AND attached.is_latest
    ORDER BY attached.submitted_at DESC, attached.result_id DESC LIMIT 1`,
};

const selectEarlier = {
  name: 'select-earlier-reviews',
  text: `
    SELECT submitted_at, overall_score, tier, rubric_version, answer_levels FROM org_results
    WHERE org_id = $1 AND client_id = $2 AND mode = $3 AND withdrawn_at IS NULL
      AND (submitted_at, result_id) < ($4, $5)
    ORDER BY submitted_at DESC, result_id DESC LIMIT ${mostEarlier}`,
};

const selectPack = {
  name: 'select-review-pack',
  text: `
    SELECT id, content, state, available_at, document FROM review_packs WHERE org_id = $1 AND client_id = $2`,
};

const deletePack = {
  name: 'delete-review-pack',
  text: 'DELETE FROM review_packs WHERE org_id = $1 AND client_id = $2',
};

const insertPack = {
  name: 'insert-review-pack',
  text: `
    INSERT INTO review_packs (id, org_id, client_id, content, requested_at, available_at) VALUES ($3, $1, $2, $4, $5, $5)
    RETURNING ${jobOfTrace('$6')}`,
};

interface NewestRow {
  readonly id: string;
  readonly created_at: Date;
  readonly mode: Mode;
  readonly rubric_version: string;
  readonly answers: Answers;
  readonly evidence: Buffer | null;
}

interface EarlierRow {
  readonly submitted_at: Date;
  readonly overall_score: number;
  readonly tier: Tier;
  readonly rubric_version: string;
  readonly answer_levels: string;
}

/** Review packs in PostgreSQL, behind row-level security. What is to be printed is sealed to its row, and so is the print. */
export class PostgresReviewPackStore extends ReviewPackStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  forViewer(viewer: OrgViewer): OrgReviewPacks {
    return new PostgresOrgReviewPacks(this.database, this.keyring, viewer);
  }
}

class PostgresOrgReviewPacks extends OrgReviewPacks {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly viewer: OrgViewer,
  ) {
    super();
  }

  factsOf(clientId: string): Promise<Omit<ReviewPack, 'client'> | undefined> {
    return this.within(async (query) => {
      const newest = await query<NewestRow>(selectNewest, [this.viewer.orgId, clientId]);
      const [row] = newest.rows;
      if (row === undefined) return undefined;
      const { id, created_at: createdAt, mode, rubric_version: rubricVersion, answers } = row;
      const { rows } = await query<EarlierRow>(selectEarlier, [
        this.viewer.orgId,
        clientId,
        mode,
        createdAt,
        id,
      ]);
      return {
        result: { id, createdAt, mode, rubricVersion, answers },
        earlier: rows.map((earlier) => earlierOfRow(earlier, mode)),
        evidence: this.evidenceOf(row),
      };
    });
  }

  async find(clientId: string, pack: ReviewPack): Promise<PrintedPack> {
    const row = await this.within((query) => this.read(query, clientId));
    if (row === undefined || !this.isOf(row, pack)) return { kind: 'none' };
    const { id, state, document, available_at: retryAt } = row;
    if (document !== null)
      return { kind: 'stored', bytes: this.keyring.open(document, packSeal(id, 'document')) };
    return state === 'parked' ? { kind: 'parked', retryAt } : { kind: 'queued' };
  }

  /** A new row has a new id: a worker that still prints the former one can no longer store it. */
  request(clientId: string, pack: ReviewPack, now: Date): Promise<void> {
    return this.within(async (query) => {
      // Else a concurrent request would replace the row that this one queues.
      const key = `review-pack ${this.viewer.orgId} ${clientId}`;
      await lockKey(query, createHash('sha256').update(key).digest());
      const row = await this.read(query, clientId);
      if (row?.state === 'queued' && this.isOf(row, pack)) return;
      const id = randomUUID();
      await query(deletePack, [this.viewer.orgId, clientId]);
      const content = sealedPack(this.keyring, id, pack);
      await query(insertPack, [this.viewer.orgId, clientId, id, content, now, traceparent()]);
    });
  }

  private async read(query: RunStatement, clientId: string): Promise<ReviewPackRow | undefined> {
    const { rows } = await query<ReviewPackRow>(selectPack, [this.viewer.orgId, clientId]);
    return rows[0];
  }

  private isOf(row: ReviewPackRow, pack: ReviewPack): boolean {
    return textOfPack(openedPack(this.keyring, row)) === textOfPack(pack);
  }

  private evidenceOf({ id, evidence }: NewestRow): Evidence {
    if (evidence === null) return {};
    return JSON.parse(this.keyring.open(evidence, resultSeal('evidence', id)).toString('utf8')) as Evidence;
  }

  private within<Result>(work: (query: RunStatement) => Promise<Result>): Promise<Result> {
    return asViewer(this.database, this.viewer, work);
  }
}

function earlierOfRow(row: EarlierRow, mode: Mode): EarlierReview {
  const rubric = publishedRubrics.find(row.rubric_version);
  return {
    createdAt: row.submitted_at,
    overallScore: row.overall_score,
    tier: row.tier,
    answers: rubric && answersOf(rubric, mode, row.answer_levels),
  };
}
