import { Public } from '@governance/auth-guards';
import { Clock } from '@governance/kernel';
import { Controller, Get, Header, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SiteAddresses } from '../site-addresses';
import { SiteOperator } from '../site-operator';

const dayMs = 24 * 60 * 60 * 1000;
const expiresAfterMs = 180 * dayMs;
const plain = 'text/plain; charset=utf-8';
const oneDay = 'public, max-age=86400';

/** Files that programs look for at fixed addresses of a site. */
@Public()
@ApiExcludeController()
@Controller()
export class SiteFilesController {
  private readonly favicon = bytesOf('site-favicon.ico');
  private readonly preview = bytesOf('site-preview.png');

  constructor(
    private readonly addresses: SiteAddresses,
    private readonly operator: SiteOperator,
    private readonly clock: Clock,
  ) {}

  /** RFC 9116. It expires, so that readers do not trust an old copy. */
  @Get('.well-known/security.txt')
  @Header('content-type', plain)
  @Header('cache-control', oneDay)
  security(): string {
    const { publicBaseUrl } = this.addresses;
    const today = Math.floor(this.clock.now().getTime() / dayMs) * dayMs;
    return [
      `Contact: ${this.operator.contactUrl}`,
      `Expires: ${new Date(today + expiresAfterMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicBaseUrl}/.well-known/security.txt`,
      '',
    ].join('\n');
  }

  /** Pages that search engines may not list say so themselves: a rule here would keep them from being read, not from being listed. */
  @Get('robots.txt')
  @Header('content-type', plain)
  @Header('cache-control', oneDay)
  robots(): string {
    return `User-agent: *\nDisallow: ${new URL(this.addresses.publicBaseUrl).pathname.replace(/\/$/, '')}/api/\n`;
  }

  @Get('favicon.ico')
  @Header('cache-control', oneDay)
  icon(): StreamableFile {
    return new StreamableFile(this.favicon, { type: 'image/x-icon' });
  }

  /** The picture of links to the site, the same for every page. */
  @Get('preview.png')
  @Header('cache-control', oneDay)
  @Header('cross-origin-resource-policy', 'cross-origin')
  picture(): StreamableFile {
    return new StreamableFile(this.preview, { type: 'image/png' });
  }
}

function bytesOf(name: string): Uint8Array {
  return readFileSync(join(__dirname, 'templates', name));
}
