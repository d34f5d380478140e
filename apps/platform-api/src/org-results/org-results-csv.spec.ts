import { byteOrderMark } from '@governance/kernel';
import { orgResultsCsv } from './org-results-csv';

describe('orgResultsCsv', () => {
  it('is read as UTF-8 by Excel', () => {
    expect(orgResultsCsv([]).startsWith(`${byteOrderMark}id,created_at,`)).toBe(true);
  });
});
