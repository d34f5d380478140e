import express from 'express';
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';

/**
 * Bare Express 5 with one prepared statement per request, without checks, scores or a log. It stores
 * and returns `KNOWN_RESULT`, the product's response to the same submission.
 */
const result = JSON.parse(process.env.KNOWN_RESULT ?? '{}') as Readonly<Record<string, unknown>>;
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = express();
app.use(express.json());

app.get('/health', (_req, res) => {
  res.json({ status: 'ok' });
});

/** The table and the columns of the product. */
const insertResult = {
  name: 'insert-result',
  text: `
    INSERT INTO survey_results (
      id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier, launch_allowed,
      launch_reason, domain_scores)
    VALUES ($1, $2, $3, 'ai-governance-msp', $4, repeat('0', 64), $5, $6, $7, $8, $9, $10)`,
};

app.post('/api/survey-results', async (req, res) => {
  const { mode, answers } = req.body as { mode: string; answers: object };
  const { overallScore, tier, launchAllowed, launchReason, domainScores, rubricVersion } = result;
  const id = randomUUID();
  const createdAt = new Date();
  const inputValues = [id, createdAt, mode, rubricVersion, JSON.stringify(answers)];
  const scored = [overallScore, tier, launchAllowed, launchReason, JSON.stringify(domainScores)];
  await pool.query({ ...insertResult, values: [...inputValues, ...scored] });
  res.status(201).json({ ...result, id, createdAt });
});

const selectResult = {
  name: 'select-result',
  text: `
    SELECT id, created_at, mode, overall_score, tier, launch_allowed, rubric_id, rubric_version, rubric_sha256,
      credential, credential_key_id, withdrawn_at, withdrawal_reason
    FROM survey_results WHERE id = $1`,
};

app.get('/api/certification/verify/:id', async (req, res) => {
  const { rows } = await pool.query({ ...selectResult, values: [req.params.id] });
  res.json(rows[0]);
});

app.listen(Number(process.env.PORT));
