// Generated from docs/api/openapi.json: npm run api

export interface paths {
    "/api/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lobby": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["showLobby"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/oembed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["showEmbed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["showDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["openRoom"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooms/{room}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["showRoom"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooms/{room}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportJournal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooms/{room}/pgn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooms/{room}/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportPosition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooms/{room}/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooms/{room}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["transferSeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ClockRule: {
            /** Format: uint64 */
            incrementMillis: number;
            /** Format: uint64 */
            initialMillis: number;
        };
        Clocks: {
            leftMillis: number[];
            running: components["schemas"]["Side"] | null;
        };
        Embed: {
            /** Format: uint32 */
            height: number;
            html: string;
            provider_name: string;
            provider_url: string;
            /** Format: uint32 */
            thumbnail_height?: number;
            thumbnail_url?: string;
            /** Format: uint32 */
            thumbnail_width?: number;
            title: string;
            type: string;
            version: string;
            /** Format: uint32 */
            width: number;
        };
        Ending: {
            reason: components["schemas"]["Reason"];
            winner: components["schemas"]["Side"] | null;
        };
        Extent: {
            /** Format: uint8 */
            x: number;
            /** Format: uint8 */
            y: number;
            /** Format: uint8 */
            z: number;
        };
        Game: {
            check: boolean;
            clocks: components["schemas"]["Clocks"] | null;
            ending: components["schemas"]["Ending"] | null;
            lastMove: string | null;
            /** Format: uint32 */
            number: number;
            /** Format: uint */
            ply: number;
            position: string;
            result: string;
            seats: components["schemas"]["GameSeat"][];
            /** Format: uint64 */
            startedAt: number;
            turn: components["schemas"]["Side"];
        };
        GameSeat: {
            member: components["schemas"]["MemberId"];
            name: string;
            side: components["schemas"]["Side"];
        };
        HouseRules: {
            chat: boolean;
            clock: components["schemas"]["ClockRule"] | null;
            /** Format: uint64 */
            firstMoveMillis?: number | null;
            leaver: components["schemas"]["Leaver"];
            listed?: boolean;
            opener: components["schemas"]["Side"] | null;
            passKey: boolean;
            rematch: components["schemas"]["Rematch"];
            solo: boolean;
            spectators: boolean;
            takeback: boolean;
        };
        Issued: {
            code: string;
            /** Format: uint64 */
            seconds: number;
        };
        /** @enum {string} */
        Kind: "chess" | "space" | "tictactoe";
        KindFacts: {
            extent: components["schemas"]["Extent"];
            kind: components["schemas"]["Kind"];
            rules: components["schemas"]["HouseRules"];
            sides: string[];
            start: string;
            title: string;
        };
        Leaver: {
            /** Format: uint64 */
            graceMillis: number;
            /** @constant */
            type: "keeps-seat";
        } | {
            /** @constant */
            type: "loses-game";
        } | {
            /** @constant */
            type: "frees-seat";
        };
        ListedGame: {
            lastMove: string | null;
            /** Format: uint */
            ply: number;
            position: string;
            turn: components["schemas"]["Side"];
        };
        ListedRoom: {
            clock: components["schemas"]["ClockRule"] | null;
            game: components["schemas"]["ListedGame"] | null;
            kind: components["schemas"]["Kind"];
            room: string;
            seats: components["schemas"]["ListedSeat"][];
            /** Format: uint64 */
            since: number;
            /** Format: uint */
            spectators: number;
        };
        ListedSeat: {
            /** Format: uint8 */
            level?: number | null;
            name: string | null;
            side: components["schemas"]["Side"] | null;
        };
        Lobby: {
            mark: string;
            /** Format: uint64 */
            number: number;
            /** Format: uint */
            people: number;
            rooms: components["schemas"]["ListedRoom"][];
            seeks: components["schemas"]["SeekCount"][];
        };
        /** Format: uint32 */
        MemberId: number;
        Opened: {
            code: string | null;
            path: string;
            room: string;
        };
        /** @enum {string} */
        Phase: "waiting" | "playing" | "over" | "closed";
        Problem: {
            code: string;
            detail: string;
            /** Format: uint16 */
            status: number;
            title: string;
            type: string;
        };
        Reason: ("checkmate" | "line" | "stalemate" | "dead-position" | "fivefold-repetition" | "seventy-five-moves" | "full-board" | "threefold-repetition" | "fifty-moves" | "agreement" | "resignation" | "time" | "absence" | "leaving") | "interrupted" | "aborted" | "no-first-move";
        Rematch: "none" | "swap-sides" | "swap-starter";
        /** @enum {string} */
        ReportReason: "abuse" | "spam" | "other";
        Reported: {
            /** Format: uint64 */
            entry: number;
            reason: components["schemas"]["ReportReason"];
            room: string;
        };
        Room: {
            /** Format: uint64 */
            changedAt: number;
            code: string | null;
            computer: components["schemas"]["SeatedComputer"] | null;
            /** Format: uint */
            freeSeats: number;
            game?: components["schemas"]["Game"] | null;
            kind: components["schemas"]["Kind"];
            member: components["schemas"]["MemberId"] | null;
            /** Format: uint64 */
            openedAt: number;
            phase: components["schemas"]["Phase"];
            room: string;
            rules: components["schemas"]["HouseRules"];
        };
        SeatedComputer: {
            instant: boolean;
            /** Format: uint8 */
            level: number;
            member: components["schemas"]["MemberId"];
            side: components["schemas"]["Side"] | null;
        };
        SeekCount: {
            clock: components["schemas"]["ClockRule"] | null;
            /** Format: uint */
            count: number;
            kind: components["schemas"]["Kind"];
        };
        /** @enum {string} */
        Side: "first" | "second";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KindFacts"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
    showLobby: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lobby"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
    showEmbed: {
        parameters: {
            query: {
                format?: string;
                maxheight?: number;
                maxwidth?: number;
                url: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embed"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed";
                    } & components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "no-embed";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "damaged-room" | "newer-room";
                    } & components["schemas"]["Problem"];
                };
            };
            501: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "no-such-format";
                    } & components["schemas"]["Problem"];
                };
            };
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "journal-unavailable" | "busy";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
    showDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
    openRoom: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    computer?: {
                        /** @default false */
                        instant?: boolean;
                        /** Format: uint64 */
                        level: number;
                        /**
                         * @default null
                         * @enum {string|null}
                         */
                        side?: "first" | "second" | null;
                    } | null;
                    /** @enum {string} */
                    kind: "chess" | "space" | "tictactoe";
                    /** @default [] */
                    moves?: string[];
                    passKey?: string | null;
                    /** @default {} */
                    rules?: {
                        chat?: boolean;
                        clock?: {
                            /** Format: uint64 */
                            incrementMillis: number;
                            /** Format: uint64 */
                            initialMillis: number;
                        } | null;
                        /** Format: uint64 */
                        firstMoveMillis?: number | null;
                        leaver?: {
                            /** Format: uint64 */
                            graceMillis: number;
                            /** @constant */
                            type: "keeps-seat";
                        } | {
                            /** @constant */
                            type: "loses-game";
                        } | {
                            /** @constant */
                            type: "frees-seat";
                        };
                        listed?: boolean;
                        /** @enum {string|null} */
                        opener?: "first" | "second" | null;
                        passKey?: boolean;
                        rematch?: "none" | "swap-sides" | "swap-starter";
                        /** @constant */
                        solo?: false;
                        spectators?: boolean;
                        takeback?: boolean;
                    };
                    start?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Opened"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request" | "bad-position" | "bad-move" | "illegal-move" | "game-over" | "bad-level" | "side-taken" | "no-computers";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-large";
                    } & components["schemas"]["Problem"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "not-json";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "no-space" | "journal-unavailable" | "busy";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
    showRoom: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                room: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Room"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed";
                    } & components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "no-room";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "damaged-room" | "newer-room";
                    } & components["schemas"]["Problem"];
                };
            };
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "journal-unavailable" | "busy";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
    exportJournal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                room: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jsonl": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed" | "forbidden";
                    } & components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "no-room";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "damaged-room" | "newer-room";
                    } & components["schemas"]["Problem"];
                };
            };
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "journal-unavailable" | "busy";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
    exportGame: {
        parameters: {
            query?: {
                game?: number;
            };
            header?: never;
            path: {
                room: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-chess-pgn; charset=utf-8": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed" | "forbidden";
                    } & components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "no-room" | "no-game";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "damaged-room" | "newer-room";
                    } & components["schemas"]["Problem"];
                };
            };
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "journal-unavailable" | "busy";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
    exportPosition: {
        parameters: {
            query?: {
                game?: number;
                ply?: number;
            };
            header?: never;
            path: {
                room: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; charset=utf-8": string;
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed" | "forbidden";
                    } & components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "no-room" | "no-game" | "no-ply";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "damaged-room" | "newer-room";
                    } & components["schemas"]["Problem"];
                };
            };
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "journal-unavailable" | "busy";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
    reportMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                room: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uint64 */
                    entry: number;
                    /** @enum {string} */
                    reason: "abuse" | "spam" | "other";
                };
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reported"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed" | "forbidden";
                    } & components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "no-room";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "no-message";
                    } & components["schemas"]["Problem"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-large";
                    } & components["schemas"]["Problem"];
                };
            };
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "not-json";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "damaged-room" | "newer-room";
                    } & components["schemas"]["Problem"];
                };
            };
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "journal-unavailable" | "busy";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
    transferSeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                room: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Issued"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "bad-request";
                    } & components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "origin-not-allowed" | "forbidden";
                    } & components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "no-room";
                    } & components["schemas"]["Problem"];
                };
            };
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-slow";
                    } & components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "too-many-requests";
                    } & components["schemas"]["Problem"];
                };
            };
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "damaged-room" | "newer-room";
                    } & components["schemas"]["Problem"];
                };
            };
            503: {
                headers: {
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": {
                        /** @enum {unknown} */
                        code?: "journal-unavailable" | "server-full";
                    } & components["schemas"]["Problem"];
                };
            };
        };
    };
}
