import { SMTPServer } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';

/** Greets at once. The library first waits 100 ms for early talkers, which no option turns off. */
class PromptConnection extends SMTPConnection {
  override init(): void {
    this._setListeners(() => {
      this.connectionReady();
    });
  }
}

/** An SMTP server for tests, whose connections do not wait before they greet. */
export class PromptSmtpServer extends SMTPServer {
  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    const connection = new PromptConnection(this, socket, options);
    this.connections.add(connection);
    connection.on('error', (error: Error) => {
      this._onError(error);
    });
    connection.on('connect', (data: Parameters<SMTPServer['_onClientConnect']>[0]) => {
      this._onClientConnect(data);
    });
    connection.init();
  }
}
