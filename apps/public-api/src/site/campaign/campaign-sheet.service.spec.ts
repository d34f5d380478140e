import { type ResultStore } from '@governance/assessments';
import { Keyring } from '@governance/keyring';
import { publishedRubrics } from '@governance/rubric';
import { createTestKeyring, FixedClock } from '@governance/testing';
import { CountedLimits } from '../../../spec/counted-limits';
import { capability, draft, OneDraft } from '../../../spec/one-draft';
import { BrowserProofs } from '../../campaign/browser-proofs';
import { CampaignAnsweringService } from '../../campaign/campaign-answering.service';
import { CampaignCodes } from '../../campaign/campaign-codes';
import { ResultCapabilities } from '../../result-capabilities';
import { SurveyResultsService } from '../../survey-results/survey-results.service';
import { CampaignSheetService, type SheetOutcome } from './campaign-sheet.service';

const rubricVersion = publishedRubrics.current.version;
const questions = publishedRubrics.current.questions.filter(({ modes }) => modes.includes('msp-self'));
const complete = Object.fromEntries(questions.map(({ id }) => [`answers.${id}`, '2']));

describe('CampaignSheetService', () => {
  const file = createTestKeyring();
  const keyring = Keyring.load(file.file);
  const clock = new FixedClock('2026-11-28T12:00:00Z');
  const proofs = new BrowserProofs(keyring, clock);
  let drafts: OneDraft;
  let sheets: CampaignSheetService;

  beforeEach(() => {
    drafts = new OneDraft();
    const surveyResults = new SurveyResultsService({} as ResultStore, clock, { personalDataDays: 365 });
    const codes = new CampaignCodes(keyring);
    const answering = new CampaignAnsweringService(drafts, surveyResults, codes, new CountedLimits(), clock);
    const addresses = { publicBaseUrl: 'https://a.example', platformBaseUrl: 'https://b.example' };
    sheets = new CampaignSheetService(answering, proofs, new ResultCapabilities(keyring, addresses), clock);
  });
  afterAll(() => {
    file.remove();
  });

  const write = (fields: Record<string, string>, proof?: string): Promise<SheetOutcome> =>
    sheets.write(
      { capability, client: '192.0.2.1', proof },
      new URLSearchParams({ version: '0', ...fields }),
    );
  const someoneSaved = (fields: Record<string, string>): void => {
    drafts.draft = { ...draft, version: 1, savedAt: clock.now(), fields: { rubricVersion, ...fields } };
  };

  it('saves the fields of the form alone, with the rubric of the first save', async () => {
    const fields = {
      ...complete,
      notes: 'a note',
      submitterEmail: 'me@example.com',
      other: 'x',
      save: 'later',
    };
    const outcome = await write(fields);
    expect(outcome.kind).toBe('saved');
    expect(drafts.draft.fields).toEqual({ ...complete, notes: 'a note', rubricVersion });
    someoneSaved({ rubricVersion: '1.0.0' });
    await write({ save: 'later', version: '1', rubricVersion: '1.1.0' }, proofs.ofCode(draft));
    expect(drafts.draft.fields).toEqual({ rubricVersion: '1.0.0' });
  });

  it('gives a writer the proof of its version, and leaves one by a code as it is', async () => {
    const first = await write({ notes: 'a', save: 'later' });
    expect(first.kind === 'saved' && proofs.isOfCode(first.proof, draft)).toBe(false);
    const second = await write({ notes: 'b', save: 'later', version: '1' }, proofs.ofCode(draft));
    expect(second.kind === 'saved' && proofs.isOfCode(second.proof, draft)).toBe(true);
  });

  it('neither shows nor overwrites what is saved for a browser without a proof', async () => {
    someoneSaved({ notes: 'theirs' });
    for (const fields of [{ save: 'later' }, { save: 'later', version: '1' }, complete, { check: 'true' }])
      expect((await write(fields)).kind).toBe('code');
    expect(drafts.draft.fields).toMatchObject({ notes: 'theirs' });
  });

  it('shows a later writer both versions, also of answers to send', async () => {
    someoneSaved({ notes: 'theirs' });
    const proof = proofs.ofCode(draft);
    for (const fields of [{ save: 'later' }, { ...complete }, { version: 'nonsense', save: 'on' }])
      expect(await write(fields, proof)).toMatchObject({ kind: 'versions', version: 1 });
    expect(drafts.draft).toMatchObject({ version: 1, submittedAt: undefined });
  });

  it('asks nothing when nothing differs', async () => {
    someoneSaved(complete);
    const proof = proofs.ofCode(draft);
    expect((await write({ ...complete, save: 'later' }, proof)).kind).toBe('saved');
    expect((await write(complete, proof)).kind).toBe('submitted');
  });

  it('sends complete answers that are to be checked no more', async () => {
    expect(await write({})).toMatchObject({ kind: 'form', version: 0 });
    expect((await write({ ...complete, check: 'true' })).kind).toBe('form');
    expect(drafts.draft.version).toBe(0);
    const sent = await write({ ...complete, mode: 'client-on-behalf' });
    expect(sent.kind === 'submitted' && sent.resultUrl).toMatch(/^https:\/\/a\.example\/results\/[\w-]{48}$/);
    expect((await write({ ...complete, version: '1' })).kind).toBe('ended');
  });

  it('takes nothing after the end of the due day', async () => {
    drafts.draft = { ...draft, closesAt: clock.now() };
    expect((await write({ ...complete, save: 'later' })).kind).toBe('ended');
  });
});
