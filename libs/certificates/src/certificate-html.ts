import { type Certificate } from '@governance/assessments';
import {
  customProperties,
  emblemSvg,
  inlinedFontFaces,
  productName,
  tierMarkSvg,
  tierStyles,
} from '@governance/design';
import { compile, type TemplateDelegate } from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CertificateView, certificateView } from './certificate-view';
import { frameWaves, guilloche } from './ornaments';

/** Markup that never depends on what anybody sent: the only values that the template prints without escaping. */
interface FixedMarkup {
  readonly styles: string;
  readonly emblem: string;
  readonly watermark: string;
}

interface TemplateInput extends CertificateView {
  readonly fixed: FixedMarkup;
  readonly fonts: string;
  readonly productName: string;
  readonly ornaments: { readonly frame: string; readonly medallion: string; readonly halo: string };
  readonly tierMark: string;
  readonly tierInk: string;
}

const ornaments = {
  frame: frameWaves(281, 194, 5),
  medallion: guilloche({ inner: 18, outer: 25.6, lobes: 32, turns: 5 }),
  halo: guilloche({ inner: 16, outer: 20, lobes: 24, turns: 3 }),
};

let loaded: { readonly template: TemplateDelegate<TemplateInput>; readonly fixed: FixedMarkup } | undefined;

/** The certificate as a document that needs nothing else: no file, no network, no script. */
export function certificateHtml(certificate: Certificate): string {
  loaded ??= load();
  const view = certificateView(certificate);
  const { tier } = certificate.outcome;
  return loaded.template({
    ...view,
    fixed: loaded.fixed,
    fonts: inlinedFontFaces(JSON.stringify(view)),
    productName,
    ornaments,
    tierMark: tierMarkSvg(tier, 14),
    tierInk: tierStyles[tier].light.ink,
  });
}

function load(): NonNullable<typeof loaded> {
  const read = (name: string): string => readFileSync(join(__dirname, 'templates', name), 'utf8');
  return {
    template: compile<TemplateInput>(read('certificate.hbs'), { strict: true }),
    fixed: {
      styles: customProperties({ themes: 'light' }) + read('certificate.css'),
      emblem: emblemSvg({ size: '13mm' }),
      watermark: emblemSvg({ size: '128mm' }),
    },
  };
}
