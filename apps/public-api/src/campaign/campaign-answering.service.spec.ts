import { type ResultStore } from '@governance/assessments';
import { Keyring } from '@governance/keyring';
import { createTestKeyring, FixedClock } from '@governance/testing';
import { CountedLimits } from '../../spec/counted-limits';
import { capability, draft, OneDraft } from '../../spec/one-draft';
import { SurveyResultsService } from '../survey-results/survey-results.service';
import { CampaignAnsweringService } from './campaign-answering.service';
import { CampaignCodes, codeLifeMs } from './campaign-codes';

const holder = { capability, client: '192.0.2.1' };
const stranger = { capability: 'another', client: '198.51.100.7' };

describe('CampaignAnsweringService', () => {
  const keyring = createTestKeyring();
  const clock = new FixedClock('2026-11-28T12:00:00Z');
  const codes = new CampaignCodes(Keyring.load(keyring.file));
  let drafts: OneDraft;
  let limits: CountedLimits;
  let service: CampaignAnsweringService;

  beforeEach(() => {
    drafts = new OneDraft();
    limits = new CountedLimits();
    // It only prepares results.
    const surveyResults = new SurveyResultsService({} as ResultStore, clock, { personalDataDays: 365 });
    service = new CampaignAnsweringService(drafts, surveyResults, codes, limits, clock);
  });
  afterAll(() => {
    keyring.remove();
  });

  it('counts no look at a link that exists', async () => {
    expect(await service.find(holder)).toBe(draft);
    expect([...limits.hits]).toEqual([]);
  });

  it('knows no other link, and limits who tries many', async () => {
    const calls = [
      () => service.find(stranger),
      () => service.begin(stranger),
      () => service.save(stranger, {}, 0),
      () => service.sendCode(stranger),
      () => service.checkCode(stranger, '123456'),
      () => service.optOut(stranger),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: 'not_found' });
    limits.hits.set('campaign unknown 198.51.100.7', 60);
    await expect(service.find(stranger)).rejects.toMatchObject({ kind: 'too_many' });
  });

  it('mails six digits that work for 15 minutes, five times a day', async () => {
    expect(await service.sendCode(holder)).toBe(true);
    const [sent] = drafts.codes;
    expect(sent).toMatchObject({
      code: codes.of(sent?.deliveryId ?? ''),
      clientAddress: '192.0.2.1',
      expiresAt: new Date(clock.now().getTime() + codeLifeMs),
    });
    expect(sent?.code).toMatch(/^\d{6}$/);
    for (let count = 0; count < 4; count += 1) await service.sendCode(holder);
    await expect(service.sendCode(holder)).rejects.toMatchObject({ kind: 'too_many' });
    expect(drafts.codes).toHaveLength(5);
  });

  it('limits the writes to a draft, codes among them', async () => {
    limits.hits.set(`campaign write ${draft.id}`, 298);
    await service.checkCode(holder, '123456');
    await service.save(holder, {}, 0);
    await expect(service.save(holder, {}, 1)).rejects.toMatchObject({ kind: 'too_many' });
    await expect(service.checkCode(holder, '123456')).rejects.toMatchObject({ kind: 'too_many' });
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('takes %j for no code', async (typed) => {
    await service.sendCode(holder);
    drafts.codes.splice(0, 1, { ...drafts.codes[0], code: typed } as never);
    expect(await service.checkCode(holder, typed)).toBe(false);
  });
});
