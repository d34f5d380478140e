import { runSql } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench } from '../bench';
import { submissionPath, submissionRequest } from '../load/sample-submission';
import { freshDatabase } from './databases';
import { Product } from './product';

/** Many certified results, as a database has them that has been used for years. */
export interface LargeDatabase {
  readonly url: string;
  readonly results: number;
  /** Of some of them, spread over all. */
  readonly ids: readonly string[];
}

/**
 * Rows that differ from a real one in what a database looks for: ids, times, hashes, sealed values. The credential is the
 * same in all of them, which costs as much to keep and to read, and nothing to compress.
 */
const multiply = `
  INSERT INTO survey_results (
    id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier, launch_allowed,
    launch_reason, domain_scores, submitter_email, notes, submitter_email_mac, credential, credential_key_id,
    status_list, status_index, holder_proof)
  SELECT
    gen_random_uuid(), created_at - n * interval '30 seconds', mode, rubric_id, rubric_version, rubric_sha256, answers,
    n % 101, tier, launch_allowed, launch_reason, domain_scores,
    overlay(submitter_email PLACING decode(md5(n::text), 'hex') FROM 12),
    overlay(notes PLACING decode(md5(n::text), 'hex') FROM 12),
    decode(md5(n::text) || md5(n::text), 'hex'),
    credential, credential_key_id, 1 + n / 131072, n % 131072, holder_proof
  FROM survey_results, generate_series($1::integer, $2::integer) AS n
  WHERE id = $3`;

const chunk = 100_000;

/** Made once in a run, of a result that the product itself has scored, sealed and certified. */
export function largeDatabase(bench: Bench): Promise<LargeDatabase> {
  return bench.once('large database', (whole) => make(whole, 'results_large', whole.form.results));
}

async function make(bench: Bench, name: string, results: number): Promise<LargeDatabase> {
  const url = await freshDatabase(bench, name);
  const began = performance.now();
  const model = await bench.within((inner) => certifiedResult(inner, url));
  for (let first = 1; first < results; first += chunk) {
    const last = Math.min(first + chunk, results) - 1;
    await runSql(url, multiply, [first, last, model]);
    bench.log.progress(`${last} of ${results} results`);
  }
  await runSql(url, 'VACUUM ANALYZE survey_results');
  const sampled = await runSql(
    url,
    'SELECT id::text AS id FROM survey_results WHERE credential IS NOT NULL ORDER BY md5(id::text) LIMIT 20000',
  );
  const seconds = Math.round((performance.now() - began) / 1_000);
  bench.log.line(`  ${results} results in ${seconds} s`);
  return { url, results, ids: sampled.map(({ id }) => String(id)) };
}

/** The id of a result that a worker has certified. */
async function certifiedResult(bench: Bench, databaseUrl: string): Promise<string> {
  const product = Product.on(bench, databaseUrl);
  const { origin } = await product.start('public-api/main', {}, 'anywhere');
  await product.start('public-api/worker', {}, 'anywhere');
  const { method, headers, body } = submissionRequest({
    submitterEmail: 'assessor@example.com',
    notes: 'Second assessment, after the policy was adopted.',
  });
  const answer = await fetch(origin + submissionPath, { method, headers, body });
  if (answer.status !== 201) throw new Error(`The submission was answered ${answer.status}`);
  const { id } = (await answer.json()) as { readonly id: string };
  const text = 'SELECT credential IS NOT NULL AS certified FROM survey_results WHERE id = $1';
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const [row] = await runSql(databaseUrl, text, [id]);
    if (row?.certified === true) return id;
    await delay(50);
  }
  throw new Error('The worker certifies nothing.');
}
