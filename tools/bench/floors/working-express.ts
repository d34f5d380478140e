import 'reflect-metadata';
import { type VerifiableResult, verificationRecord } from '@governance/assessments';
import { type Answers, type Mode, modes, publishedRubrics } from '@governance/rubric';
import { instanceToPlain, plainToInstance, Expose } from 'class-transformer';
import { IsIn, IsOptional, IsString, isUUID, MaxLength, validateSync } from 'class-validator';
import express from 'express';
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { pino } from 'pino';

/**
 * Express 5 with the work of a submission and of a verification in a few lines, by the libraries of the product: a DTO, checked answers,
 * the score and the plan, or the record of a certificate; one statement per request, a response by allow-list and a line in the log.
 * No limits, metrics, timeouts, keys or shared statements.
 */
const rubric = publishedRubrics.current;
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const log = pino();
const app = express();
app.use(express.json());

app.get('/health', (_req, res) => {
  res.json({ status: 'ok' });
});

class SubmissionDto {
  readonly answers?: unknown;

  @IsOptional()
  @IsIn(modes)
  readonly mode?: Mode;

  @IsOptional()
  @IsString()
  @MaxLength(10_000)
  readonly notes?: string;
}

class ResultDto {
  @Expose()
  readonly result: object;

  constructor(result: object) {
    this.result = result;
  }
}

const insertResult = {
  name: 'insert-result',
  text: `
    INSERT INTO survey_results (
      id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier, launch_allowed,
      launch_reason, domain_scores)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
};

app.post('/api/survey-results', async (req, res) => {
  const began = performance.now();
  const submission = plainToInstance(SubmissionDto, req.body as object);
  if (validateSync(submission).length > 0) {
    res.status(400).json({ error: 'invalid' });
    return;
  }
  const mode = submission.mode ?? 'msp-self';
  const answers: Answers = rubric.checkAnswers(submission.answers, mode);
  const { remediation, ...outcome } = rubric.assess(answers, mode);
  const { overallScore, tier, launchAllowed, launchReason, domainScores } = outcome;
  const { id: rubricId, version, sha256 } = rubric.reference;
  const [id, createdAt] = [randomUUID(), new Date()];
  const scored = [overallScore, tier, launchAllowed, launchReason, JSON.stringify(domainScores)];
  await pool.query({
    ...insertResult,
    values: [id, createdAt, mode, rubricId, version, sha256, JSON.stringify(answers), ...scored],
  });
  res.status(201).json(instanceToPlain(new ResultDto({ id, createdAt, mode, ...outcome, remediation })));
  log.info(
    { method: req.method, path: req.path, status: 201, durationMs: performance.now() - began },
    'request',
  );
});

class RecordDto {
  @Expose()
  readonly record: object;

  constructor(record: object) {
    this.record = record;
  }
}

const selectResult = {
  name: 'select-result',
  text: `
    SELECT id, created_at AS "createdAt", mode, overall_score AS "overallScore", tier, launch_allowed AS "launchAllowed",
      rubric_id, rubric_version, rubric_sha256, credential, credential_key_id
    FROM survey_results WHERE id = $1`,
};

interface ResultRow extends Omit<VerifiableResult, 'rubric' | 'signed'> {
  readonly rubric_id: string;
  readonly rubric_version: string;
  readonly rubric_sha256: string;
  readonly credential: string;
  readonly credential_key_id: string;
}

app.get('/api/certification/verify/:id', async (req, res) => {
  const began = performance.now();
  const { id } = req.params;
  if (!isUUID(id)) {
    res.status(400).json({ error: 'invalid' });
    return;
  }
  const { rows } = await pool.query<ResultRow>({ ...selectResult, values: [id] });
  const record = verificationRecord(id, rows[0] && resultOf(rows[0]), {
    publicBaseUrl: 'https://bench.example',
    now: new Date(),
  });
  res.set('cache-control', 'no-store').json(instanceToPlain(new RecordDto(record)));
  log.info(
    { method: req.method, path: req.path, status: 200, durationMs: performance.now() - began },
    'request',
  );
});

function resultOf(row: ResultRow): VerifiableResult {
  const { rubric_id: rubricId, rubric_version: version, rubric_sha256: sha256, ...result } = row;
  const { credential, credential_key_id: keyId, ...assessed } = result;
  return { ...assessed, rubric: { id: rubricId, version, sha256 }, signed: { credential, keyId } };
}

app.listen(Number(process.env.PORT));
