import { Public } from '@governance/auth-guards';
import { AnyOrigin, SerializeAs } from '@governance/http';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { type Response } from 'express';
import { aFewSeconds, DescribeCheckpoint, DescribeLogTrust, noteType } from './certificate-log-files.openapi';
import { LogTrustResponse } from './certificate-log-files.dto';
import { CertificateLogFilesService } from './certificate-log-files.service';

/** A tile never changes: a longer one has another address. */
const immutable = 'public, max-age=31536000, immutable';

/** The public log of certificates, as static files (C2SP tlog-tiles; ADR 69). */
@Public()
@Controller('.well-known/certificate-log')
export class CertificateLogFilesController {
  constructor(private readonly log: CertificateLogFilesService) {}

  @Get('checkpoint')
  @AnyOrigin()
  @DescribeCheckpoint
  async checkpoint(@Res({ passthrough: true }) res: Response): Promise<string> {
    const note = await this.log.checkpoint();
    res.set({ 'cache-control': aFewSeconds, 'content-type': noteType });
    return note;
  }

  @Get('trust.json')
  @AnyOrigin()
  @SerializeAs(LogTrustResponse)
  @DescribeLogTrust
  async trust(@Res({ passthrough: true }) res: Response): Promise<LogTrustResponse> {
    const trust = await this.log.trust();
    res.set({ 'cache-control': aFewSeconds });
    return trust;
  }

  /** Addresses of several parts, which OpenAPI cannot describe: docs/certificate-log.md does. */
  @Get('tile/*path')
  @AnyOrigin()
  @ApiExcludeEndpoint()
  async tile(@Param('path') path: readonly string[], @Res() res: Response): Promise<void> {
    const bytes = await this.log.tile(['tile', ...path].join('/'));
    res.set({ 'cache-control': immutable, 'content-type': 'application/octet-stream' });
    res.send(Buffer.from(bytes));
  }
}
