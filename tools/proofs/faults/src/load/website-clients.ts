import { randomUUID } from 'node:crypto';
import { holderName } from './holder-names';
import { newClient } from './resend-clients';
import { answersOf } from './submissions';
import { type World } from './world';

const remembered = 50;
/** A client with an idempotency key repeats a request without an answer. */
const attempts = 4;
const flooded = 'flooded@example.com';

interface Submitter {
  readonly address?: string;
  readonly name?: string;
}

/** Resolves to the answer, unless the submission was not acknowledged. */
async function submit(
  world: World,
  submission: number,
  submitter: Submitter = {},
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const { address, name } = submitter;
  const answers = answersOf(submission, world.questions);
  const body = { answers, submitterEmail: address, organizationName: name, notes: name };
  const keyed = world.random.next() < 0.5;
  const headers = keyed ? { 'idempotency-key': randomUUID() } : {};
  const operation = { kind: 'submit', submission, keyed, ...submitter } as const;
  const path = '/api/survey-results';
  for (let attempt = 1; attempt <= (keyed ? attempts : 1); attempt++) {
    const answer = await world.ask(operation, path, { body, headers });
    if (answer?.status === 201) {
      remember(world, String(answer.body.id), address);
      return answer.body;
    }
  }
  return undefined;
}

function remember({ shared: { submitted, mailed } }: World, id: string, address: string | undefined): void {
  submitted.push(id);
  if (submitted.length > remembered) submitted.shift();
  if (address !== undefined && address !== flooded) mailed.push(id);
}

export async function submitWithoutAddress(world: World): Promise<string | undefined> {
  return (await submit(world, world.nextNumber()))?.id as string | undefined;
}

/** Asks for two background jobs about a new result: its certificate, and a check of a domain. */
export async function askForJobs(world: World): Promise<void> {
  const submitted = await submit(world, world.nextNumber());
  if (!submitted) return;
  const [result, path] = [String(submitted.id), `/api${new URL(String(submitted.resultUrl)).pathname}`];
  const headers = { 'x-forwarded-for': newClient(world) };
  const domain = { name: `msp-${world.nextNumber()}.example` };
  await world.ask({ kind: 'document', result }, `${path}/certificate`, { headers });
  await world.ask({ kind: 'domain', result }, `${path}/domain`, { headers, method: 'PUT', body: domain });
  await world.ask({ kind: 'check', result }, `${path}/domain/check`, { headers, method: 'POST' });
}

export function submitWithAddress(world: World): Promise<unknown> {
  const submission = world.nextNumber();
  const name = holderName(world, submission);
  const address = `assessor-${submission}@example.com`;
  return submit(world, submission, { address, ...(name !== undefined && { name }) });
}

/** Never refused for its name. */
export function submitWithoutName(world: World): Promise<unknown> {
  const submission = world.nextNumber();
  return submit(world, submission, { address: `assessor-${submission}@example.com` });
}

/** More than its recipient's budget admits. */
export function flood(world: World): Promise<unknown> {
  return submit(world, world.nextNumber(), { address: flooded });
}

export async function verify(world: World): Promise<void> {
  const { submitted } = world.shared;
  if (submitted.length === 0) return;
  const result = world.random.pick(submitted);
  const replica = world.random.next() < 0.5 ? world.website() : world.platform();
  await world.ask({ kind: 'verify', result }, `/api/certification/verify/${result}?format=json`, { replica });
}
