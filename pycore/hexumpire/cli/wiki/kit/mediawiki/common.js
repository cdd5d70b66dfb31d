// Live boards of Hex Umpire for MediaWiki: append this to the page MediaWiki:Common.js of the wiki. Where Template:Battle
// has left a link, it puts a frame of the one site named here, whatever site the link names, and nothing else runs in the
// wiki's pages.
( function () {
	"use strict";
	var SITE = "https://HOST/PATH/"; // the folder in which the site's embed.html stands
	var frames = [];

	// The address of a frame for a link: its part from the # on, and what it says of looks and language. Empty if it is no link.
	function address( link ) {
		var found = /^[^?#]*(\?[^#]*)?#([0-9]{1,4}\.[A-Za-z0-9_.-]+)$/.exec( link );
		if ( !found ) {
			return "";
		}
		var wishes = ( found[ 1 ] || "" ).slice( 1 ).split( "&" ).filter( function ( wish ) {
			return /^(lang=[a-z-]{2,10}|theme=(light|dark)|lesson=[a-z]{2,20}|rules=https%3A[A-Za-z0-9%._~-]+|readonly)$/i.test( wish );
		} );
		return SITE + "embed.html" + ( wishes.length ? "?" + wishes.join( "&" ) : "" ) + "#" + found[ 2 ];
	}

	function show( place ) {
		var source = address( place.getAttribute( "data-link" ) || "" );
		if ( !source || place.getAttribute( "data-shown" ) ) {
			return; // what stands there says the rest
		}
		var frame = document.createElement( "iframe" );
		frame.title = place.textContent.trim() || "Hex Umpire";
		frame.loading = "lazy";
		frame.referrerPolicy = "no-referrer";
		frame.style.cssText = "display:block;width:100%;max-width:46rem;height:640px;border:0";
		frame.src = source;
		place.textContent = "";
		place.appendChild( frame );
		place.setAttribute( "data-shown", "1" );
		frames.push( frame );
	}

	window.addEventListener( "message", function ( event ) {
		var told = event.data;
		if ( !told || told.type !== "hex-umpire:height" || !( told.height > 80 && told.height < 4000 ) ) {
			return;
		}
		frames.forEach( function ( frame ) {
			if ( frame.contentWindow === event.source ) {
				frame.style.height = told.height + "px";
			}
		} );
	} );

	mw.hook( "wikipage.content" ).add( function ( content ) {
		content.find( ".hex-umpire-battle" ).each( function () {
			show( this );
		} );
	} );
}() );
