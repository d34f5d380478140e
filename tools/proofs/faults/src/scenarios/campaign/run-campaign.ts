import { callHttp, callJson, Random, until } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { auditTreeHolds } from '../../checker/audit';
import { noMailIsInvented, sentMailArrived } from '../../checker/mails';
import { Recorder } from '../../history/recorder';
import { answersOf, submissionIn } from '../../load/submissions';
import { World } from '../../load/world';
import { collectState } from '../../settle/collect-state';
import { settle } from '../../settle/settle';
import { countJobEffects } from '../../system/job-effects';
import { organization, ReplicatedProduct } from '../../system/replicated-product';
import { type LoadOptions, promises, type RunResult, type Scene } from '../under-load';
import { addressOf, campaignProblems, numbers } from './campaign-problems';
import { killAtRandom, postgres, type Victim, worker } from './kills';

export interface CampaignOptions extends Pick<LoadOptions, 'seed' | 'folder' | 'report'> {
  readonly clients: number;
}

export interface CampaignStep {
  readonly name: string;
  readonly kills: number;
  readonly seconds: number;
}

export interface CampaignResult extends RunResult {
  readonly steps: readonly CampaignStep[];
  readonly problems: readonly string[];
  /** Mails of all kinds, and how many of them the mail server got once more. */
  readonly mails: number;
  readonly copies: number;
  /** From the request that sends the campaign to the last mailed certificate. */
  readonly seconds: number;
}

/** Asks clients by a campaign, and kills workers and PostgreSQL while it invites, reminds and attaches what they answer. */
export async function runCampaign({
  clients,
  seed,
  folder,
  report,
}: CampaignOptions): Promise<CampaignResult> {
  const recorder = new Recorder(folder);
  await using product = await ReplicatedProduct.start({ now: recorder.now });
  try {
    const world = await World.open({ product, recorder, random: new Random(seed) });
    const say = (line: string): void => report?.(`${Math.round(recorder.now() / 1_000)} s: ${line}`);
    return await new CampaignRun({ product, world, recorder, report: say }, clients).run();
  } finally {
    if (folder !== undefined) product.writeLogs(folder);
  }
}

/** As many messages as a worker sends at a time are on their way at each moment. */
const latencyMs = 200;
const linesOfImport = 100;
/** People who answer at a time. */
const people = 8;
const settlingMs = 240_000;

const proveDomain = `
  INSERT INTO identity.domains (organization_id, name, challenge, challenge_expires_at, proven_at, check_due_at)
  VALUES ($1, 'faults.example', 'proven', now(), now(), now() + interval '30 days')`;
const sentMails = `
  SELECT FROM deliveries JOIN campaign_drafts AS draft ON draft.id = campaign_draft_id
  WHERE campaign_id = $1 AND kind = $2 AND state = 'sent'`;
/** To the time of the first reminder: 06:00 (UTC) of the seventh day before the last one. */
const passDays = `
  UPDATE campaign_drafts SET closes_at = now() + interval '186 hours', sent_at = sent_at - interval '2 days'
  WHERE campaign_id = $1`;
const remind = `UPDATE jobs SET due_at = now() WHERE queue = 'platform/campaign-reminders'`;
const certificates = `SELECT FROM deliveries WHERE kind = 'completion' AND state = 'sent'`;

class CampaignRun {
  private readonly steps: CampaignStep[] = [];
  private readonly problems: string[] = [];
  /** The path of the link in the mail to each address. */
  private readonly links = new Map<string, string>();

  constructor(
    private readonly scene: Scene,
    private readonly clients: number,
  ) {}

  async run(): Promise<CampaignResult> {
    const { product, recorder } = this.scene;
    const { database, mail } = product;
    mail.latencyMs = latencyMs;
    mail.onMail = ({ to: [recipient = ''], text }) => {
      const [link] = /\/campaign\/[\w-]+$/m.exec(text) ?? [];
      if (link !== undefined) this.links.set(recipient, link);
    };
    await countJobEffects(database);
    await database.sql(proveDomain, [organization]);
    const ids = await this.importClients();
    // It has at most 50 mails; later ones have no such limit.
    await this.send('first');
    const began = recorder.now();
    const campaign = await this.send('all');
    const isSent = (kind: string) => this.isComplete(sentMails, [campaign, kind]);
    await this.step('invitations', ['platform-api/worker'], () => isSent('campaign-invitation'));
    await database.sql(passDays, [campaign]);
    await database.sql(remind);
    await this.step('reminders', ['platform-api/worker'], async () => {
      // A worker that was killed holds the job for minutes.
      await database.sql(remind);
      return isSent('campaign-reminder');
    });
    // Once more, for all who have been reminded.
    await database.sql(remind);
    const answering = this.answerAll();
    await this.step('answers and certificates', ['platform-api/worker', 'public-api/worker'], () =>
      this.isComplete(certificates),
    );
    await answering;
    return this.judge(ids, began);
  }

  /** Resolves to the number of each client, by its id. */
  private async importClients(): Promise<ReadonlyMap<string, number>> {
    const numbers = new Map<string, number>();
    const lines = Array.from({ length: this.clients + 1 }, (_, client) => {
      const tag = client === 0 ? 'first' : 'all';
      return `Client ${client},Contact ${client},${addressOf(client)},${tag}`;
    });
    for (let start = 0; start < lines.length; start += linesOfImport) {
      const part = lines.slice(start, start + linesOfImport);
      const csv = ['name,contact_name,contact_email,tags', ...part].join('\n');
      const imported = (await this.post('/org/clients/import', { csv })).lines as readonly { id: string }[];
      for (const [index, { id }] of imported.entries()) numbers.set(id, start + index);
    }
    return numbers;
  }

  /** Resolves to the id of a campaign to the clients with a tag. */
  private async send(tag: string): Promise<string> {
    const due_at = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString();
    const body = { name: `Campaign of ${tag}`, mode: 'msp-self', due_at, clients: { filter: { tag } } };
    return String((await this.post('/org/campaigns', body)).id);
  }

  private async post(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    const { world } = this.scene;
    const answer = await callJson(world.platform().origin + path, { token: world.token, body });
    if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  private async step(
    name: string,
    programs: readonly string[],
    isDone: () => Promise<boolean>,
  ): Promise<void> {
    const { product, recorder, report } = this.scene;
    const victims: Victim[] = [
      ...programs.flatMap((program) => product.of(program).map(worker)),
      postgres(product),
    ];
    const began = recorder.now();
    const kills = await killAtRandom(this.scene, victims, isDone);
    await settle(product, settlingMs);
    await until(async () => {
      await delay(500);
      return isDone();
    });
    this.steps.push({ name, kills, seconds: (recorder.now() - began) / 1_000 });
    report(`${name}: done`);
  }

  private async isComplete(select: string, values: unknown[] = []): Promise<boolean> {
    return (await this.scene.product.database.sql(select, values)).length >= this.clients;
  }

  private async answerAll(): Promise<void> {
    const left = numbers(this.clients);
    const person = async (): Promise<void> => {
      for (let client = left.shift(); client !== undefined; client = left.shift()) await this.answer(client);
    };
    await Promise.all(Array.from({ length: people }, person));
  }

  /** As a browser without scripts, again until there is an answer. A form that was taken before is answered with the page of the link. */
  private async answer(client: number): Promise<void> {
    const { world } = this.scene;
    const address = addressOf(client);
    const link = this.links.get(address) ?? '/no-link';
    const answers = Object.entries(answersOf(client, world.questions));
    const form = {
      ...Object.fromEntries(answers.map(([id, value]) => [`answers.${id}`, String(value)])),
      version: '0',
      submitterEmail: address,
    };
    const post = (path: string, fields: Readonly<Record<string, string>>) =>
      callHttp(world.website().origin + path, {
        method: 'POST',
        headers: { 'x-forwarded-for': `198.18.${client >> 8}.${client & 255}` },
        body: new URLSearchParams(fields),
        signal: AbortSignal.timeout(15_000),
      }).catch(() => undefined);
    for (;;) {
      await post(link, {});
      const answer = await post(`${link}/assessment`, form);
      if (answer?.status === 303) return;
      if (answer && answer.status < 500) {
        this.problems.push(`the answers of client ${client} were refused: ${answer.status}`);
        return;
      }
      await delay(500);
    }
  }

  private async judge(ids: ReadonlyMap<string, number>, began: number): Promise<CampaignResult> {
    const { product, world, recorder } = this.scene;
    await until(() => this.isComplete('SELECT FROM org_results WHERE org_id = $1', [organization]));
    const state = await collectState(world);
    const deliveries = await product.database.sql('SELECT id, kind FROM deliveries');
    const kinds = new Map(deliveries.map(({ id, kind }) => [String(id), String(kind)]));
    const attached = await product.database.sql(
      'SELECT client_id, answers FROM org_results JOIN survey_results ON id = result_id WHERE org_id = $1',
      [organization],
    );
    const problems = campaignProblems({
      clients: this.clients,
      mails: state.mails,
      kinds,
      attached: attached.map(({ client_id: id, answers }) => ({
        client: ids.get(String(id)) ?? -1,
        answeredAs: submissionIn(answers as Record<string, number>),
      })),
      results: state.results.length,
      events: state.auditEvents.filter(
        ({ operation, outcome }) => operation === 'org-results:attach' && outcome === 'done',
      ).length,
    });
    const evidence = { history: recorder, state, promises };
    const certified = state.mails.filter(({ delivery }) => kinds.get(delivery) === 'completion');
    return {
      evidence,
      findings: [noMailIsInvented, sentMailArrived, auditTreeHolds].flatMap((check) => check(evidence)),
      steps: this.steps,
      problems: [...this.problems, ...problems],
      mails: state.mails.length,
      copies: state.mails.length - new Set(state.mails.map(({ delivery }) => delivery)).size,
      seconds: (Math.max(...certified.map(({ at }) => at)) - began) / 1_000,
    };
  }
}
