import { draft } from '../../../spec/one-draft';
import { campaignView } from './campaign-view';

const now = new Date('2026-11-28T12:00:00Z');
const context = { capability: 'link', now, allowed: false };
const saved = { ...draft, version: 1, savedAt: now };

describe('the page of a link', () => {
  it('asks for the code where something is saved that the browser may not see', () => {
    expect(campaignView(draft, { ...context, allowed: true }).needsCode).toBe(false);
    expect(campaignView(saved, context).needsCode).toBe(true);
    expect(campaignView(saved, { ...context, allowed: true }).needsCode).toBe(false);
    expect(campaignView({ ...saved, submittedAt: now }, context).needsCode).toBe(true);
    expect(campaignView({ ...saved, closesAt: now }, context).needsCode).toBe(false);
  });

  it('says that answers are saved only where they are, to who may know', () => {
    const noticeOf = (shown: typeof saved | typeof draft, allowed: boolean): string =>
      campaignView(shown, { ...context, allowed, hasJustSaved: true }).notice;
    expect(noticeOf(saved, true)).toContain('Your answers are saved.');
    expect(noticeOf(saved, false)).toBe('');
    expect(noticeOf(draft, true)).toBe('');
  });

  it('expects a code that was sent and has not expired', () => {
    const expected = (codeExpiresAt: Date | undefined): boolean =>
      campaignView({ ...saved, codeExpiresAt }, context).code.expected;
    expect([undefined, now, new Date(now.getTime() + 1)].map(expected)).toEqual([false, false, true]);
  });

  it('carries a form without the code and the button', () => {
    const carried = new URLSearchParams({ notes: 'a', version: '0', code: '1', send: 'true' });
    expect(campaignView(saved, { ...context, code: { carried } }).code.carried).toEqual([
      { name: 'notes', value: 'a' },
      { name: 'version', value: '0' },
    ]);
  });
});
