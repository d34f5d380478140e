import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PageTemplates } from './page-templates';

describe('PageTemplates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'page-templates-'));
  beforeAll(() => {
    writeFileSync(join(folder, 'layout.html.hbs'), '<h1>{{site.name}}</h1>{{> @partial-block}}');
    writeFileSync(join(folder, 'greeting.html.hbs'), '{{#> layout}}<p>{{words}}</p>{{/layout}}');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function templates(): PageTemplates {
    return new PageTemplates({ folder, site: { name: 'Site' } });
  }

  it('render a view in a layout, escaped § V1.1.2', () => {
    expect(templates().render('greeting', { words: '<b>' })).toBe('<h1>Site</h1><p>&lt;b&gt;</p>');
  });

  it('refuse a view that lacks a member', () => {
    expect(() => templates().render('greeting', {})).toThrow('"words" not defined');
  });

  it('refuse a page that the folder does not have', () => {
    expect(() => templates().render('missing', {})).toThrow('there is no page missing');
  });

  it('are read when they are made § V1.3.7', () => {
    expect(() => new PageTemplates({ folder: join(folder, 'missing'), site: {} })).toThrow('ENOENT');
  });
});
