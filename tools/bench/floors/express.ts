import express from 'express';
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { knownResult } from './known-result';
import { insertResult, insertedValues, selectResult } from './statements';

/**
 * What one would write in an afternoon: bare Express 5, one prepared statement for each request. It checks nothing, scores
 * nothing and logs nothing: it stores and answers a result that is the same each time, of the size of a real one.
 */
const result = knownResult();
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = express();
app.use(express.json());

app.get('/health', (_req, res) => {
  res.json({ status: 'ok' });
});

app.post('/api/survey-results', async (req, res) => {
  const { mode, answers } = req.body as { mode: string; answers: object };
  const id = randomUUID();
  const createdAt = new Date();
  await pool.query({ ...insertResult, values: insertedValues({ ...result, id, createdAt, mode }, answers) });
  res.status(201).json({ ...result, id, createdAt });
});

app.get('/api/certification/verify/:id', async (req, res) => {
  const { rows } = await pool.query({ ...selectResult, values: [req.params.id] });
  res.json(rows[0]);
});

app.listen(Number(process.env.PORT));
