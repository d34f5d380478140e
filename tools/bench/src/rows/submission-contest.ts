import { runSql } from '@governance/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench } from '../bench';
import { HttpContender } from '../load/http-contender';
import { submissionPath, submissionRequest } from '../load/sample-submission';
import { compare, type Rounds, type Slice } from '../measure/alternate';
import { databaseCpu, freshDatabase } from '../processes/databases';
import { startFloor } from '../processes/floor';
import { type PinnedProgram } from '../processes/pinned-program';
import { Product } from '../processes/product';

/** The same submission to the product, to bare Express twice and to the textbook service, taking turns. */
export function submissionContest(bench: Bench): Promise<Rounds<Slice>> {
  return bench.once('submission contest', (whole) => whole.within(hold));
}

export const contestants = {
  product: 'product',
  express: 'bare Express',
  again: 'bare Express again',
  textbook: 'textbook Nest',
};

async function hold(bench: Bench): Promise<Rounds<Slice>> {
  const urls = {
    product: await freshDatabase(bench, 'submission_product'),
    express: await freshDatabase(bench, 'submission_express'),
    textbook: await freshDatabase(bench, 'submission_textbook'),
  };
  const product = await Product.on(bench, urls.product).start('public-api/main');
  const known = { RESULT_FILE: await knownResultFile(bench, product), DATABASE_URL: urls.express };
  // So that TypeORM may leave the id to the database, as the textbook does.
  await runSql(urls.textbook, 'ALTER TABLE survey_results ALTER COLUMN id SET DEFAULT gen_random_uuid()');
  const contenders = [
    contender(bench, contestants.express, await startFloor(bench, 'express', known)),
    contender(bench, contestants.product, product),
    contender(
      bench,
      contestants.textbook,
      await startFloor(bench, 'textbook', { DATABASE_URL: urls.textbook }),
    ),
    contender(bench, contestants.again, await startFloor(bench, 'express', known)),
  ];
  const rounds = await compare(contenders, {
    rounds: bench.form.rounds,
    log: bench.log,
    control: { reference: contestants.express, double: contestants.again },
    figure: ({ cpu }) => cpu,
  });
  const [express = 0, ours = 0, textbook = 0, again = 0] = contenders.map(({ answered }) => answered);
  await checkCount(urls.express, express + again);
  // One was sent to learn what a result looks like.
  await checkCount(urls.product, ours + 1);
  await checkCount(urls.textbook, textbook);
  return rounds;
}

function contender(bench: Bench, name: string, program: PinnedProgram): HttpContender {
  const { sliceSeconds, warmUpSeconds } = bench.form;
  return new HttpContender({
    ...{ name, sliceSeconds, warmUpSeconds, programs: [program], expectedStatus: 201 },
    request: submissionRequest(),
    databaseCpu: () => databaseCpu(bench),
  });
}

/** What the product answers to the submission, for the references to answer too. */
export async function knownResultFile(bench: Bench, product: PinnedProgram): Promise<string> {
  const { method, headers, body } = submissionRequest();
  const answer = await fetch(product.origin + submissionPath, { method, headers, body });
  if (answer.status !== 201) throw new Error(`The submission was answered ${answer.status}`);
  const file = join(bench.parts.folder, 'known-result.json');
  writeFileSync(file, await answer.text());
  return file;
}

/** @throws when an answered submission is not there, or one is that nobody was told of. */
export async function checkCount(databaseUrl: string, answered: number): Promise<void> {
  const [row] = await runSql(databaseUrl, 'SELECT count(*)::integer AS stored FROM survey_results');
  if (row?.stored !== answered)
    throw new Error(`${answered} were answered, and ${String(row?.stored)} stored`);
}
