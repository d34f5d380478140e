import { Public } from '@governance/auth-guards';
import { Problem } from '@governance/kernel';
import { Controller, Get, Header, Redirect, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request } from 'express';
import { PlatformAddress } from '../platform-address';

/** Leads a person who opens the address of the surface to the console. For programs there is nothing at this address. */
@Public()
@ApiExcludeController()
@Controller()
export class ConsoleEntranceController {
  constructor(private readonly address: PlatformAddress) {}

  /** @throws Problem `not_found` unless the client asks for HTML */
  @Get()
  @Redirect()
  @Header('cache-control', 'no-store')
  enter(@Req() req: Request): { readonly url: string; readonly statusCode: number } {
    if (req.accepts(['json', 'html']) !== 'html') throw new Problem('not_found', 'no such path');
    return { url: `${this.address.baseUrl}/console`, statusCode: 303 };
  }
}
