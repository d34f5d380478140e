import { pageReader } from './page-reader';

describe('the reader of pages', () => {
  it('is there with the packages that draw pages, and refuses what is no PDF', async () => {
    const read = await pageReader();
    await expect(read?.(Buffer.from('no PDF'))).rejects.toThrow();
  });

  it('is absent without them', async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    expect(await pageReader(() => Promise.reject(missing))).toBeUndefined();
  });

  it('fails with the reason where they are installed but do not run', async () => {
    const cause = new TypeError('process.getBuiltinModule is not a function');
    const read = await pageReader(() => Promise.reject(cause));
    await expect(read?.(Buffer.from('%PDF-1.7'))).rejects.toMatchObject({ cause });
  });
});
