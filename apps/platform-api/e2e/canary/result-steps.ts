import { publishedRubrics } from '@governance/rubric';
import { type CanaryWalk } from './canary-walk';

export interface ResultPlace {
  readonly platform: string;
  readonly website: string;
  /** The admin's token. */
  readonly token: string;
  /** A machine's token, without permissions for results. */
  readonly machine: string;
  readonly orgId: string;
}

const path = '/org/results';
const ofCapability = 'the capability of a result';
const ofClient = 'the name of a client';
const mayHold = [ofClient];

/** Attaches a result with personal data to the organization, correctly and incorrectly, and reads what others may. */
export async function useResults(walk: CanaryWalk, place: ResultPlace): Promise<void> {
  const { platform, token } = place;
  const { id, capability } = await submit(walk, place.website);
  const attach = `POST ${platform}${path}`;
  await sendRefused(walk, place, capability);
  for (const entered of [capability, `${place.website}/results/${capability}`])
    await walk.ask(201, attach, { token, body: { capability: entered }, mayHold });
  await walk.ask(200, `GET ${platform}${path}`, { token, mayHold });
  await walk.ask(200, `GET ${platform}${path}/${id}`, { token, mayHold });
  await walk.ask(404, `GET ${platform}${path}/${capability}`, { token });
  await walk.ask(200, `GET ${platform}${path}/export`, { token, mayHold });
  await readAsOthers(walk, place, id);
  await walk.ask(204, `DELETE ${platform}${path}/${id}`, { token });
  await walk.ask(404, `DELETE ${platform}${path}/${capability}`, { token });
}

async function submit(
  walk: CanaryWalk,
  website: string,
): Promise<{ readonly id: string; readonly capability: string }> {
  const questions = publishedRubrics.current.questionsOf('client-on-behalf');
  const { body } = await walk.ask(201, `POST ${website}/api/survey-results`, {
    body: {
      mode: 'client-on-behalf',
      answers: Object.fromEntries(questions.map((question) => [question.id, 2])),
      submitterEmail: `${walk.canary('the address of a submitter')}@example.com`,
      organizationName: walk.canary(ofClient),
      notes: walk.canary('the notes of a submission'),
      evidence: { [questions[0]?.id ?? '']: { note: walk.canary('evidence') } },
    },
    mayHold: [ofCapability],
  });
  const capability = String(body.resultUrl).split('/').at(-1) ?? '';
  walk.canaries.add(ofCapability, capability);
  return { id: String(body.id), capability };
}

async function sendRefused(
  walk: CanaryWalk,
  { platform, token, machine }: ResultPlace,
  capability: string,
): Promise<void> {
  const attach = `POST ${platform}${path}`;
  await walk.ask(404, attach, { token, body: { capability: `${capability}A` } });
  await walk.ask(404, attach, { token, body: { capability: capability.toUpperCase() } });
  for (const body of [
    { capability: `${capability}\0` },
    { capability: [capability] },
    { capability, [capability.slice(0, 11)]: 1 },
    `{"capability":"${capability}`,
  ])
    await walk.ask(400, attach, { token, body });
  await walk.ask(403, attach, { token: machine, body: { capability } });
  await walk.ask(401, attach, { body: { capability } });
}

/** An attached result is verified like any other: neither the organization nor the name of the client is there. */
async function readAsOthers(
  walk: CanaryWalk,
  { platform, website, orgId, machine }: ResultPlace,
  id: string,
): Promise<void> {
  const verify = `/api/certification/verify/${id}?format=json`;
  for (const url of [
    platform + verify,
    website + verify,
    `${website}/api/survey-results/${id}/verify`,
    `${website}/verify/${id}`,
  ]) {
    const { text } = await walk.ask(200, `GET ${url}`);
    expect(text).not.toContain(orgId);
  }
  await walk.ask(403, `GET ${platform}${path}`, { token: machine });
}
