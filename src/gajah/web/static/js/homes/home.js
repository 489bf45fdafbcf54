/** Where games are kept and thought about: on a server, or in this tab. Both answer alike. */

import { isSite } from "../addresses.js";
import { ServerHome } from "./server.js";
import { TabHome } from "./tab.js";

/** @typedef {{ body?: unknown, token?: string, signal?: AbortSignal }} RequestOptions  a text or file goes as it is */

/**
 * @typedef {object} Listener  to a connection
 * @property {() => void} onOpen
 * @property {(text: string) => void} onMessage
 * @property {() => void} onClose  it was lost, or the home has ended it
 */

/**
 * @typedef {object} Line  a connection
 * @property {boolean} isOpen
 * @property {(text: string) => void} send
 * @property {() => void} close  the listener hears nothing more
 */

/**
 * @typedef {object} Home
 * @property {boolean} isShared  can others come there, to play or to watch?
 * @property {(method: string, path: string, options?: RequestOptions) => Promise<any>} request
 *   the answer to a request, null where there is nothing to say; a Refusal where it is refused
 * @property {(path: string) => Promise<Blob>} file  what is to be kept or shown as it is
 * @property {(path: string, listener: Listener) => Line} connect
 * @property {(image: HTMLImageElement, path: string) => void} showPicture
 * @property {(link: HTMLAnchorElement, path: string, name: string) => void} offerFile  for downloading
 */

/** @type {Home} */
export const home = isSite ? new TabHome() : new ServerHome();
