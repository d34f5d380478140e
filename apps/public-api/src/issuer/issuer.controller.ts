import { AnyOrigin, SerializeAs } from '@governance/http';
import { Public } from '@governance/auth-guards';
import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { type Response } from 'express';
import { IssuerKeyResponse, IssuerResponse, KeySetResponse } from './issuer.dto';
import {
  DescribeIssuer,
  DescribeIssuerKey,
  DescribeIssuerKeys,
  DescribeStatusList,
  fiveMinutes,
  statusListType,
} from './issuer.openapi';
import { IssuerService } from './issuer.service';

/** Caches may keep the published data. Errors are sent without this header. */
const published = { 'cache-control': fiveMinutes };

const page = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': fiveMinutes,
  'content-security-policy':
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** The data for checking certificates, at permanent addresses (spec 1.2). */
@Public()
@Controller()
export class IssuerController {
  constructor(private readonly issuer: IssuerService) {}

  @Get('.well-known/jwks.json')
  @AnyOrigin()
  @SerializeAs(KeySetResponse)
  @DescribeIssuerKeys
  async keys(@Res({ passthrough: true }) res: Response): Promise<KeySetResponse> {
    const keys = await this.issuer.keys();
    res.set(published);
    return keys;
  }

  @Get('.well-known/keys/:thumbprint')
  @AnyOrigin()
  @SerializeAs(IssuerKeyResponse)
  @DescribeIssuerKey
  async key(
    @Param('thumbprint') thumbprint: string,
    @Res({ passthrough: true }) res: Response,
  ): Promise<IssuerKeyResponse> {
    const key = await this.issuer.key(thumbprint);
    res.set(published);
    return key;
  }

  @Get('.well-known/issuer.json')
  @AnyOrigin()
  @SerializeAs(IssuerResponse)
  @DescribeIssuer
  profile(@Res({ passthrough: true }) res: Response): IssuerResponse {
    res.set(published);
    return this.issuer.profile();
  }

  @Get('.well-known/status/:list')
  @AnyOrigin()
  @DescribeStatusList
  async statusList(@Param('list') name: string, @Res({ passthrough: true }) res: Response): Promise<string> {
    const list = await this.issuer.statusList(name);
    res.set({ ...published, 'content-type': statusListType });
    return list;
  }

  /** The one page with an inline script: it makes no request and contains no user input. */
  @Get('verify-offline.html')
  @ApiExcludeEndpoint()
  async offlineVerifier(@Res({ passthrough: true }) res: Response): Promise<string> {
    const html = await this.issuer.offlineVerifier();
    res.set(page);
    return html;
  }
}
