import { pageReader } from './page-reader';

describe('the reader of pages', () => {
  it('is there with the packages that draw pages, and refuses what is no PDF', async () => {
    const read = await pageReader();
    await expect(read?.(Buffer.from('no PDF'))).rejects.toThrow();
  });

  it('is absent without them', async () => {
    expect(await pageReader(() => Promise.reject(new Error('Cannot find package')))).toBeUndefined();
  });
});
