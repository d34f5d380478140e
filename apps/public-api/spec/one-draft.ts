import {
  type LinkedDraft,
  CampaignDrafts,
  type DraftCode,
  type DraftFields,
  type DraftWrite,
  type DraftWriting,
} from '@governance/assessments';

export const draft: LinkedDraft = {
  id: '3f2b8c1e-7a64-4d0b-9c55-0e1f2a3b4c5d',
  senderName: 'Acme MSP',
  domain: 'acme.example',
  clientName: 'Globex Ltd',
  message: '',
  mode: 'msp-self',
  dueAt: new Date('2026-12-01T12:00:00Z'),
  closesAt: new Date('2026-12-02T00:00:00Z'),
  version: 0,
  savedAt: undefined,
  fields: {},
  hasRecipient: true,
  codeExpiresAt: undefined,
  submittedAt: undefined,
  resultId: undefined,
  optedOutAt: undefined,
};

export const capability = 'link';

/** One draft, in memory. */
export class OneDraft extends CampaignDrafts {
  draft = draft;
  readonly codes: DraftCode[] = [];

  find(text: string): Promise<LinkedDraft | undefined> {
    return Promise.resolve(text === capability ? this.draft : undefined);
  }
  open(): Promise<void> {
    return Promise.resolve();
  }
  save(_: string, fields: DraftFields, write: DraftWrite): Promise<DraftWriting> {
    return Promise.resolve(this.write(write, { fields, savedAt: write.now }));
  }
  submit(
    _: string,
    { result }: Parameters<CampaignDrafts['submit']>[1],
    write: DraftWrite,
  ): Promise<DraftWriting> {
    return Promise.resolve(this.write(write, { fields: {}, submittedAt: write.now, resultId: result.id }));
  }
  sendCode(_: string, code: DraftCode): Promise<boolean> {
    this.codes.push(code);
    return Promise.resolve(true);
  }
  checkCode(_: string, code: string): Promise<boolean> {
    return Promise.resolve(code === this.codes.at(-1)?.code);
  }
  optOut(): Promise<void> {
    return Promise.resolve();
  }

  private write({ seen }: DraftWrite, change: Partial<LinkedDraft>): DraftWriting {
    const { version, submittedAt } = this.draft;
    if (submittedAt) return { outcome: 'ended', draft: this.draft };
    if (version !== seen) return { outcome: 'stale', draft: this.draft };
    this.draft = { ...this.draft, ...change, version: version + 1 };
    return { outcome: 'written', draft: this.draft };
  }
}
